package org.ipcbench.cli.value;

import java.util.Iterator;
import org.ipcbench.placement.Placement;

/** Completion candidates of {@code --placement}: the placements without numbers of CPUs or nodes. */
public final class PlacementCandidates implements CompletionScript.ListElements {
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
