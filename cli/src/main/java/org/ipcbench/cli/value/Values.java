package org.ipcbench.cli.value;

import java.util.List;

/** The values of an option that takes a list; a separate type, because picocli would convert the elements of a list one by one. */
public record Values<V>(List<V> list) {
    public Values {
        list = List.copyOf(list);
    }

    /** A default of one value. */
    public static <V> Values<V> of(V value) {
        return new Values<>(List.of(value));
    }

    /** The option is not given. */
    public static <V> Values<V> none() {
        return new Values<>(List.of());
    }
}
