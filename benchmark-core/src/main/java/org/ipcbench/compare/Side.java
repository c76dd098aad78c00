package org.ipcbench.compare;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One side of a comparison: a run.
 *
 * @param name name as the user typed it
 * @param origin where and when it was measured
 * @param conditions environment and options, each with its value, in the order of files
 * @param cells in the order of reports
 * @param remarks remarks for the user on this side alone
 */
public record Side(
        String name, Origin origin, Map<String, String> conditions, List<MeasuredCell> cells, List<String> remarks) {
    public Side {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
        cells = List.copyOf(cells);
        remarks = List.copyOf(remarks);
    }

    /** The cells by their keys, in their order; the first one if several have the same key. */
    Map<CellKey, MeasuredCell> byKey() {
        Map<CellKey, MeasuredCell> byKey = new LinkedHashMap<>();
        cells.forEach(cell -> byKey.putIfAbsent(cell.key(), cell));
        return byKey;
    }

    /** Returns a copy with other cells. */
    Side withCells(List<MeasuredCell> others) {
        return new Side(name, origin, conditions, others, remarks);
    }

    /**
     * Where and when one side was measured.
     *
     * @param identity unique identity of the run
     * @param host distinguishes machines; empty if it is not known
     * @param boot distinguishes boots of a machine; empty if it is not known
     * @param startedAt when it was measured; empty if it is not known
     * @param description of the environment, for people
     */
    public record Origin(String identity, String host, String boot, Optional<Instant> startedAt, String description) {

        /** Whether the two were certainly measured on different machines. */
        boolean isAnotherMachine(Origin other) {
            return differ(host, other.host);
        }

        /** Whether the machine was certainly rebooted in between. */
        boolean isAnotherBoot(Origin other) {
            return differ(boot, other.boot);
        }

        /** How much later this side was measured, negative if earlier; empty if that is not known. */
        Optional<Duration> after(Origin other) {
            return startedAt.flatMap(now -> other.startedAt.map(before -> Duration.between(before, now)));
        }

        private static boolean differ(String one, String other) {
            return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
        }
    }
}
