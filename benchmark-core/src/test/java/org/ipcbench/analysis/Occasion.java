package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;

/** A made-up iteration of half a second, in which nothing is wrong but what a test says. */
public final class Occasion {
    public static final int PARTS = 16;
    private static final Sampling CHEAP = new Sampling(1, 0.001, 1_000);
    private static final double SECONDS = 0.5;

    /** Length of an iteration in which nothing is wrong, in nanoseconds. */
    public static final double NANOS = SECONDS * 1e9;

    private static final long MESSAGES = 16_000;
    private static final int SIZE_BYTES = 1024;

    private final double[] parts = new double[PARTS];
    private final int[] serverCpus = new int[PARTS + 1];
    private double rate = 1;
    private LatencyKind latencyKind = LatencyKind.ROUND_TRIP;
    private Losses losses = Losses.NONE;
    private Cost cost = Cost.NONE;
    private Cost auxiliary = Cost.NONE;
    private MachineLoad machine = MachineLoad.UNKNOWN;
    private WarmUpEnd warmUp = WarmUpEnd.NONE;
    private Proximity proximity = Proximity.UNKNOWN;
    private long clockBoundNanos;
    private long strangers;
    private Gaps serverGaps = Gaps.NONE;
    private Scheduling scheduling = Scheduling.UNKNOWN;
    private Optional<Histogram> latencies = Optional.empty();

    public Occasion() {
        Arrays.fill(parts, 1);
        Arrays.fill(serverCpus, Mark.UNKNOWN_CPU);
    }

    public Occasion latencyKind(LatencyKind other) {
        latencyKind = other;
        return this;
    }

    /** Makes the whole iteration so many times as fast. */
    public Occasion rate(double factor) {
        rate = factor;
        return this;
    }

    /** Makes a sixteenth take so many times as long. */
    public Occasion part(int part, double factor) {
        parts[part] *= factor;
        return this;
    }

    /** The server's CPU at a mark; the client is on CPU 0. */
    public Occasion serverCpu(int mark, int cpu) {
        serverCpus[mark] = cpu;
        return this;
    }

    public Occasion losses(Losses others) {
        losses = others;
        return this;
    }

    public Occasion cost(Cost other) {
        cost = other;
        return this;
    }

    public Occasion auxiliary(Cost other) {
        auxiliary = other;
        return this;
    }

    public Occasion machine(MachineLoad other) {
        machine = other;
        return this;
    }

    public Occasion warmUp(boolean steady, boolean compiled) {
        warmUp = new WarmUpEnd(1000, 1000, steady, compiled);
        return this;
    }

    public Occasion at(Distance distance) {
        return at(Map.of(distance, 1.0));
    }

    Occasion at(Map<Distance, Double> shares) {
        proximity = new Proximity(shares);
        return this;
    }

    public Occasion clockBound(long nanos) {
        clockBoundNanos = nanos;
        return this;
    }

    /** Messages of strangers, at the server. */
    public Occasion strangers(long messages) {
        strangers = messages;
        return this;
    }

    /** Gaps between the server's looks at the clock. */
    public Occasion serverGaps(Gaps gaps) {
        serverGaps = gaps;
        return this;
    }

    /** What the scheduler did to either measuring thread. */
    public Occasion scheduling(Scheduling other) {
        scheduling = other;
        return this;
    }

    public Occasion latencies(int count, long nanos) {
        Histogram histogram = new Recorder().latencies();
        histogram.recordValueWithCount(nanos, count);
        latencies = Optional.of(histogram);
        return this;
    }

    public Measurement measurement() {
        List<Mark> marks = new ArrayList<>();
        List<Mark> serverMarks = new ArrayList<>();
        double nanos = 0;
        for (int mark = 0; mark <= PARTS; mark++) {
            long messages = MESSAGES / PARTS * mark;
            marks.add(new Mark(Math.round(nanos), messages, 0));
            serverMarks.add(new Mark(Math.round(nanos), messages, serverCpus[mark]));
            if (mark < PARTS) {
                nanos += parts[mark] * SECONDS * 1e9 / PARTS / rate;
            }
        }
        Measurement.Draft measurement = MadeUpMeasurement.of(SIZE_BYTES, MESSAGES)
                .losses(losses)
                .elapsedNanos(Math.round(nanos))
                .latencyKind(latencyKind)
                .sampling(latencies.isPresent() ? CHEAP : Sampling.NONE)
                .costs(cost, cost)
                .auxiliary(auxiliary)
                .conditions(
                        new MeasurementConditions(
                                warmUp, marks, machine, clockBoundNanos, 0, Gaps.NONE, scheduling, Stalls.UNKNOWN),
                        new MeasurementConditions(
                                warmUp,
                                serverMarks,
                                MachineLoad.UNKNOWN,
                                clockBoundNanos,
                                strangers,
                                serverGaps,
                                scheduling,
                                Stalls.UNKNOWN))
                .proximity(proximity);
        latencies.ifPresent(measurement::latencies);
        return measurement.measurement();
    }
}
