package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.measure.result.Neighbourhood;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often a loaded heap is doubted, by simulation: the thread that loads it oversleeps, is stopped, or gets too little of a CPU. */
class HeapLoaderTest {
    private static final int TRIALS = 500;
    private static final HeapLoad LOAD = new HeapLoad(400L << 20, 64 << 20);
    private static final long MILLI = 1_000_000;

    /** The shortest measured part that anybody asks for; in longer ones chance has less to say. */
    private static final long PART_NANOS = 400 * MILLI;

    private static final long OBJECT_NANOS = 300;

    private enum Simulation {
        ALONE(0, 0, 0, 1, 0, 0),
        STALLS_OF_8_MS_IN_A_TENTH_OF_THE_TIME(8, 0.1, 0, 1, 0, 0),
        STALLS_OF_20_MS_IN_A_HUNDREDTH(20, 0.01, 0, 1, 0, 0.1),
        PAUSES_OF_6_MS_FOR_EACH_64_MB(0, 0, 6, 1, 0, 0),
        STALLS_OF_200_MS_IN_A_QUARTER(200, 0.25, 0, 1, 30, 60),
        HALF_OF_THE_CPU_TIME_THAT_IT_NEEDS(0, 0, 0, 0.5, 100, 100),
        NINETEEN_TWENTIETHS_OF_IT(0, 0, 0, 0.95, 100, 100),
        A_TWENTIETH_MORE_THAN_IT(0, 0, 0, 1.05, 0, 0);

        private final long stallMillis;
        private final double stalled;
        private final long pauseMillis;
        private final double cpu;
        private final double least;
        private final double most;

        /**
         * @param stalled share of the time
         * @param cpu share of the CPU time that the load takes, which the thread gets
         * @param least percentage of doubts, at least
         * @param most percentage of doubts, at most
         */
        Simulation(long stallMillis, double stalled, long pauseMillis, double cpu, double least, double most) {
            this.stallMillis = stallMillis;
            this.stalled = stalled;
            this.pauseMillis = pauseMillis;
            this.cpu = cpu;
            this.least = least;
            this.most = most;
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyALoadThatIsNotReachedIsDoubted(Simulation simulation) {
        SplittableRandom random = new SplittableRandom(11);
        double doubted = 100.0
                / TRIALS
                * IntStream.range(0, TRIALS)
                        .filter(trial -> share(simulation, random) < Neighbourhood.MIN_ALLOCATED_SHARE)
                        .count();

        assertThat(doubted).isBetween(simulation.least, simulation.most);
    }

    /** Of a part that begins and ends anywhere among the steps. */
    private static double share(Simulation simulation, SplittableRandom random) {
        long objectNanos = simulation.cpu == 1
                ? OBJECT_NANOS
                : (long) (1 / (simulation.cpu * HeapLoader.declaredObjects(LOAD, 1)));
        long collection = (64L << 20) / 1024;
        long begin = (long) (random.nextDouble() * 10 * MILLI);
        long now = 0;
        long objects = 0;
        long before = 0;
        HeapLoader.Allowance allowance = new HeapLoader.Allowance(LOAD, now);
        while (now < begin + PART_NANOS) {
            before = now < begin ? objects : before;
            now += HeapLoader.STEP_NANOS + (long) (60_000 * -Math.log(1 - random.nextDouble()));
            if (random.nextDouble() * simulation.stallMillis < simulation.stalled) { // a step takes 1 ms
                now += simulation.stallMillis * MILLI;
            }
            long due = allowance.due(now);
            now += due * objectNanos;
            if (simulation.pauseMillis > 0 && objects / collection != (objects + due) / collection) {
                now += simulation.pauseMillis * MILLI;
            }
            objects += due;
        }
        return (objects - before) / HeapLoader.declaredObjects(LOAD, now - begin);
    }
}
