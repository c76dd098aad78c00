package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which rounds of a run were disturbed: those in which the cells were slow together. */
public final class Rounds {
    /** With fewer cells a slow one may be slow by itself. */
    static final int FEWEST_CELLS = 4;

    /** With fewer rounds nobody can say which one is slow. */
    static final int FEWEST_ROUNDS = 3;

    /** In a disturbed round half of the cells are slower than this share of their usual rate. */
    static final double SLOW = 0.85;

    private Rounds() {}

    /**
     * The disturbed rounds, each with the share of their usual rates at which the cells ran in it.
     *
     * @param cells the rates of each cell, by round
     */
    public static NavigableMap<Integer, Double> disturbed(List<NavigableMap<Integer, Double>> cells) {
        NavigableMap<Integer, List<Double>> speeds = new TreeMap<>();
        for (NavigableMap<Integer, Double> cell : cells) {
            if (cell.size() >= FEWEST_ROUNDS) {
                double usual = Sample.of(cell.values().stream().mapToDouble(Double::doubleValue))
                        .median();
                cell.forEach((round, rate) -> speeds.computeIfAbsent(round, unused -> new ArrayList<>())
                        .add(rate / usual));
            }
        }
        NavigableMap<Integer, Double> disturbed = new TreeMap<>();
        for (int round : new TreeSet<>(speeds.keySet())) {
            List<Double> ofRound = speeds.getOrDefault(round, List.of());
            if (ofRound.size() >= FEWEST_CELLS) {
                double speed = Sample.of(ofRound.stream().mapToDouble(Double::doubleValue))
                        .median();
                if (speed < SLOW) {
                    disturbed.put(round, speed);
                }
            }
        }
        return disturbed;
    }
}
