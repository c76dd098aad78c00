package org.ipcbench.cli.value;

import java.util.List;
import org.ipcbench.text.Lists;
import org.ipcbench.workload.shape.Shape;

/** The numbers of {@code --in-flight}. */
public record Depths(List<Integer> requests) {
    static Depths parse(String text) {
        List<Integer> numbers = Lists.split(text).stream().map(Depths::one).toList();
        Lists.requireDistinct(numbers, text);
        return new Depths(numbers);
    }

    /** One number. */
    static int one(String text) {
        return (int) Quantity.count(text, Shape.MAX_IN_FLIGHT);
    }
}
