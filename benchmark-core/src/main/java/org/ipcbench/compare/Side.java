package org.ipcbench.compare;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
