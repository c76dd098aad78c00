package org.ipcbench.cli.value;

import java.util.List;
import org.ipcbench.text.Lists;

/** The numbers of {@code --clients}. */
public record ClientNumbers(List<Integer> list) {
    static ClientNumbers parse(String text) {
        List<Integer> numbers =
                Lists.split(text).stream().map(Quantity::clients).toList();
        Lists.requireDistinct(numbers, text);
        return new ClientNumbers(numbers);
    }
}
