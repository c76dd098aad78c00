package org.ipcbench.cli.value;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The options whose value is one of a few names. */
public final class NamedChoices {
    private NamedChoices() {}

    public static final class Language extends NamedChoice<Locale> {
        Language() {
            super(List.of(Locale.GERMANY, Locale.ENGLISH), Locale::getLanguage);
        }
    }

    /** How much of a payload is written and read. */
    public static final class PayloadName extends NamedChoice<Payload> {
        PayloadName() {
            super(List.of(Payload.values()), Payload::label);
        }
    }

    /** How a server serves its clients. */
    public static final class ServingName extends NamedChoice<Serving> {
        ServingName() {
            super(List.of(Serving.values()), Serving::label);
        }
    }

    /** How a sender waits. */
    public static final class PacingName extends NamedChoice<Pacing> {
        PacingName() {
            super(List.of(Pacing.values()), Pacing::label);
        }
    }

    /** One of a few values with names, in upper or lower case; completion iterates over the names. */
    private abstract static class NamedChoice<T> implements ITypeConverter<T>, Iterable<String> {
        private final List<T> values;
        private final Function<T, String> name;

        /** The values in the order in which they are shown. */
        NamedChoice(List<T> values, Function<T, String> name) {
            this.values = List.copyOf(values);
            this.name = name;
        }

        @Override
        public final Iterator<String> iterator() {
            return values.stream().map(name).iterator();
        }

        @Override
        public final T convert(String text) {
            return values.stream()
                    .filter(value -> name.apply(value).equals(text.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'%s' is not one of %s".formatted(text, String.join(", ", this))));
        }
    }
}
