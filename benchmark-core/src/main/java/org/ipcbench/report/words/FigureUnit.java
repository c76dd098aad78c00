package org.ipcbench.report.words;

import java.util.LinkedHashMap;
import java.util.Map;

/** The unit of a figure, found from its name in the CSV. */
public final class FigureUnit {
    /** Parts of names and their units; the first part that a name contains counts. */
    private static final Map<String, String> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("MBps", "MiB/s");
        UNITS.put("MiBps", "MiB/s");
        UNITS.put("PerSecond", "1/s");
        UNITS.put("Nanos", "ns");
        UNITS.put("Micros", "µs");
        UNITS.put("Milliseconds", "ms");
        UNITS.put("Seconds", "s");
        UNITS.put("Percent", "%");
        UNITS.put("Mebibytes", "MiB");
        UNITS.put("TotalDataSize", "MiB");
        UNITS.put("Bytes", "bytes");
        UNITS.put("PacketSize", "bytes");
        UNITS.put("BufferSize", "bytes");
    }

    private FigureUnit() {}

    /** The unit; empty for a number, a share and a text. */
    public static String of(String columnName) {
        return UNITS.entrySet().stream()
                .filter(unit -> columnName.contains(unit.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
