package org.ipcbench.cli.value;

import java.util.List;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.text.Lists;

/** The times of {@code --spin}. */
public record Spins(List<Spin> list) {
    static Spins parse(String text) {
        List<Spin> spins =
                Lists.split(text).stream().map(Quantity::spin).map(Spin::new).toList();
        Lists.requireDistinct(spins.stream().map(Spin::label).toList(), text);
        return new Spins(spins);
    }
}
