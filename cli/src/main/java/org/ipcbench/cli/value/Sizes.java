package org.ipcbench.cli.value;

import java.util.List;

/** Message sizes; a separate type, because picocli would convert the elements of a list one by one. */
public record Sizes(List<Integer> bytes) {
    static Sizes parse(String text) {
        return new Sizes(Quantity.sizes(text));
    }
}
