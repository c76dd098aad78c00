package org.ipcbench.cli.value;

import java.util.List;
import org.ipcbench.text.Lists;
import org.ipcbench.workload.shape.Work;

/** The server's works of {@code --work}; a separate type, because picocli would convert the elements of a list one by one. */
public record Works(List<Work> list) {
    static Works parse(String text) {
        List<Work> works = Lists.split(text).stream().map(Quantity::work).toList();
        Lists.requireDistinct(works, text);
        return new Works(works);
    }
}
