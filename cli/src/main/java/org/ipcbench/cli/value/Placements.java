package org.ipcbench.cli.value;

import java.io.IOException;
import java.util.List;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;

/** The placements of {@code --placement}. */
public record Placements(List<Placement> list) {
    static Placements parse(String text) throws IOException {
        Placements placements = new Placements(Placement.parseAll(text, Topology.ofThisMachine()));
        List<String> obstacles =
                placements.list().stream().map(Placement::obstacle).toList();
        if (!obstacles.contains("")) {
            throw new IllegalArgumentException(String.join("; ", obstacles));
        }
        return placements;
    }
}
