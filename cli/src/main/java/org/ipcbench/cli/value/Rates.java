package org.ipcbench.cli.value;

import java.util.List;

/**
 * Rates; a separate type, because picocli would convert the elements of a list one by one.
 *
 * @param perSecond messages per second; empty if a search has to find the rates
 */
public record Rates(List<Long> perSecond) {
    private static final String AUTO = "auto";

    static Rates parse(String text) {
        return new Rates(text.equalsIgnoreCase(AUTO) ? List.of() : Quantity.rates(text));
    }
}
