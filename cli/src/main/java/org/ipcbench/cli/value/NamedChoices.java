package org.ipcbench.cli.value;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
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

    /** Completion candidates of {@code --transports}, as help and completion scripts show them. */
    public static final class TransportCandidates implements CompletionScript.ListElements {
        @Override
        public Iterator<String> iterator() {
            TransportRegistry registry = TransportRegistry.load();
            List<String> candidates =
                    new ArrayList<>(registry.all().stream().map(Transport::id).toList());
            candidates.addAll(registry.groups());
            return candidates.iterator();
        }

        /** The ids alone, for an option that takes a single transport. */
        public static final class Ids implements Iterable<String> {
            @Override
            public Iterator<String> iterator() {
                return TransportRegistry.load().all().stream()
                        .map(Transport::id)
                        .iterator();
            }
        }

        /** Completion candidates of {@code --placement}: the placements without numbers of CPUs or nodes. */
        public static final class PlacementCandidates implements CompletionScript.ListElements {
            @Override
            public Iterator<String> iterator() {
                return Placement.WORDS.iterator();
            }

            /** The candidates of an option that takes a single placement. */
            public static final class One implements Iterable<String> {
                @Override
                public Iterator<String> iterator() {
                    return new PlacementCandidates().iterator();
                }
            }
        }
    }
}
