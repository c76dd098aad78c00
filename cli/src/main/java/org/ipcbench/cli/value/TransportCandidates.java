package org.ipcbench.cli.value;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;

/** Completion candidates of {@code --transports}, as help and completion scripts show them. */
public final class TransportCandidates implements CompletionScript.ListElements {
    @Override
    public Iterator<String> iterator() {
        TransportRegistry registry = TransportRegistry.load();
        List<String> candidates =
                new ArrayList<>(registry.all().stream().map(Transport::id).toList());
        candidates.addAll(registry.groups());
        return candidates.iterator();
    }

    /** The ids alone, for an option that takes a single transport. */
    public static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return TransportRegistry.load().all().stream().map(Transport::id).iterator();
        }
    }

    /** Completion candidates of {@code --placement}: the placements without numbers of CPUs or nodes. */
    public static final class PlacementCandidates implements CompletionScript.ListElements {
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
}
