package org.ipcbench.cli;

import java.util.Iterator;
import org.ipcbench.placement.Placement;

/** What {@code --placement} completes to: those that are words; numbers of CPUs and nodes are the user's to say. */
final class PlacementCandidates implements ListElements {
    @Override
    public Iterator<String> iterator() {
        return Placement.WORDS.iterator();
    }

    /** The same where one placement is asked for. */
    static final class One implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return new PlacementCandidates().iterator();
        }
    }
}
