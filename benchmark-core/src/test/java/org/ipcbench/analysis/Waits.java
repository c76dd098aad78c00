package org.ipcbench.analysis;

import java.util.Map;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;

/**
 * What the kernel tells of two peers on two CPUs that take turns. The kernel moves one to the other's CPU now and then; there each
 * waits for the other to go to sleep. The compilers of their JVMs are in their way a little, and perhaps a rival.
 *
 * @param together share of the marks at which both were on one CPU
 * @param queuedShare of the measured part
 * @param compilingShare CPU time of the compilers, of the measured part
 */
public record Waits(double together, double queuedShare, double compilingShare) {
    private static final int MARKS = 17;

    /** Steps of the simulation from one mark to the next. */
    private static final int STEPS = 20;

    /** A waker takes this share of a round trip to go to sleep. */
    private static final double WAKE_UP = 0.2;

    /** Of the measured part, of either peer. */
    private static final double MEASURING = 0.45;

    private static final double MAX_COMPILING = 0.1;

    /** The kernel moves a peer now and then. */
    public static Waits moving(Noise noise) {
        int marksTogether = 0;
        int stepsTogether = 0;
        boolean together = noise.chance(0.5);
        double moves = noise.chance(0.5) ? 0.5 : 0.02;
        for (int step = 0; step < MARKS * STEPS; step++) {
            together = noise.chance(moves) != together;
            stepsTogether += together ? 1 : 0;
            marksTogether += together && step % STEPS == 0 ? 1 : 0;
        }
        return of(noise, (double) marksTogether / MARKS, (double) stepsTogether / (MARKS * STEPS) * WAKE_UP);
    }

    /** Both stay on one CPU. */
    static Waits together(Noise noise) {
        return of(noise, 1, WAKE_UP);
    }

    /**
     * Each stays on a CPU of its own.
     *
     * @param rival share of one peer's CPU that somebody else takes
     */
    public static Waits apart(Noise noise, double rival) {
        return of(noise, 0, rival);
    }

    private static Waits of(Noise noise, double together, double queuedShare) {
        double compiling = noise.upTo(MAX_COMPILING);
        return new Waits(together, queuedShare + compiling, compiling);
    }

    public Occasion in(Occasion occasion) {
        double nanos = Occasion.NANOS;
        return occasion.at(Map.of(Distance.SAME_CPU, together, Distance.SAME_CACHE, 1 - together))
                .scheduling(new Scheduling(Math.round(queuedShare * nanos), 3))
                .cost(new Cost(
                        Math.round((MEASURING + compilingShare / 2) * nanos),
                        Math.round(MEASURING * nanos),
                        0,
                        0,
                        0,
                        Cost.KernelCounts.UNKNOWN,
                        Cost.JvmWork.NONE));
    }
}
