package org.ipcbench.compare;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.ipcbench.compare.Side.CellKey;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.Side.Origin;
import org.ipcbench.plan.cell.Dimension;

/** Made-up runs of one machine, with as many cells as a test likes. */
public final class SampleSides {
    public static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private SampleSides() {}

    public static Side run(String name, MeasuredCell... cells) {
        return run(name, Map.of(), cells);
    }

    public static Side run(String name, Map<String, String> conditions, MeasuredCell... cells) {
        return run(name, new Origin(name, "host", "boot", Optional.of(NOON), "noon"), conditions, cells);
    }

    public static Side run(String name, Origin origin, Map<String, String> conditions, MeasuredCell... cells) {
        return new Side(name, origin, conditions, List.of(cells), List.of());
    }

    /** A cell of the question {@code latency}. */
    public static MeasuredCell cell(String transport, int sizeBytes, double... speeds) {
        NavigableMap<Integer, Double> rounds = new TreeMap<>();
        for (double speed : speeds) {
            rounds.put(rounds.size() + 1, speed);
        }
        return new MeasuredCell(
                key(transport, sizeBytes),
                speeds.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(speeds[0]),
                "round trips/s",
                Map.of(),
                rounds,
                "payload touched",
                "500 ms",
                "valid",
                "");
    }

    static CellKey key(String transport, int sizeBytes) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(Dimension.TRANSPORT.heading(), transport);
        properties.put(Dimension.QUESTION.heading(), "latency");
        properties.put(Dimension.SIZE.heading(), String.valueOf(sizeBytes));
        properties.put(Dimension.PLACEMENT.heading(), "same-cpu");
        return new CellKey(properties);
    }
}
