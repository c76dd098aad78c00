package org.ipcbench.cli.value;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of a few values with names, in upper or lower case; completion iterates over the names. */
abstract class NamedChoice<T> implements ITypeConverter<T>, Iterable<String> {
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
                .orElseThrow(() ->
                        new TypeConversionException("'%s' is not one of %s".formatted(text, String.join(", ", this))));
    }
}
