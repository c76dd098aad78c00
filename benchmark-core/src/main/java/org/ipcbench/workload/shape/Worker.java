package org.ipcbench.workload.shape;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampleGaps;
import org.ipcbench.measure.sample.WorkTime;

/** Does the work of one server for each request, and measures it. Nothing is allocated for a request. */
public abstract sealed class Worker {

    /** Does the work for one request. */
    public abstract void work();

    /** Records what the work of the batch that has just ended took. */
    public abstract void endBatch(Recorder recorder);

    /** Has nothing to do. As long as a JVM has no other worker, the compiler leaves its calls out. */
    static final class Idle extends Worker {
        @Override
        public void work() {
            // answers come at once
        }

        @Override
        public void endBatch(Recorder recorder) {
            // there is nothing to record
        }
    }

    /** Sleeps at least for the time; a timer ends some tens of microseconds late, which the record shows. */
    static final class Sleeping extends Worker {
        private final long nanos;
        private final NanoClock clock;
        private final LongConsumer sleep;
        private long sleeps;
        private long sumNanos;

        /** @param sleep sleeps for about this number of nanoseconds, and may return early */
        Sleeping(long nanos, NanoClock clock, LongConsumer sleep) {
            this.nanos = nanos;
            this.clock = clock;
            this.sleep = sleep;
        }

        @Override
        public void work() {
            long start = clock.nanos();
            long now = start;
            while (now - start < nanos) {
                sleep.accept(nanos - (now - start));
                now = clock.nanos();
            }
            sleeps++;
            sumNanos += now - start;
        }

        @Override
        public void endBatch(Recorder recorder) {
            if (sleeps > 0) {
                recorder.recordWork(new WorkTime(sleeps, (double) sumNanos / sleeps));
            }
            sleeps = 0;
            sumNanos = 0;
        }
    }

    /** Keeps the CPU busy. The thread's CPU time is read before and after the work for some of the requests. */
    abstract static sealed class Sampled extends Worker {
        /** Readings of the CPU time may cost this share of the work. */
        private static final double MAX_READING_SHARE = 0.01;

        /** The shortest of this number of readings tells what a reading costs. */
        private static final int READINGS = 1_000;

        private final CpuClock cpuClock;
        private double readingNanos;
        private SampleGaps gaps = new SampleGaps();
        /** Number of requests up to and including the next sample. */
        private long untilSample = 1;

        private long samples;
        private long sumNanos;

        Sampled(CpuClock cpuClock) {
            this.cpuClock = cpuClock;
            readingNanos = shortestReading();
        }

        /** The work for one request. */
        abstract void compute();

        /** Told after each request whose work was timed. */
        abstract void timed();

        /**
         * The mean of all requests of a batch, of which this number took this time together, in nanoseconds; 0 if that is unknown. The next batch
         * follows.
         */
        abstract double meanNanos(long samples, double sumNanos);

        /** Samples work of about this time, in nanoseconds. */
        final void expect(double nanos) {
            gaps = new SampleGaps(Math.max(1, (long) Math.ceil(2 * readingNanos / (MAX_READING_SHARE * nanos))));
            untilSample = gaps.next();
        }

        /** What a reading of the clock costs, in nanoseconds. */
        final double readingNanos() {
            return readingNanos;
        }

        /** Looks again what a reading costs: less, once the compiler has come to it. */
        final void readAgain() {
            readingNanos = Math.min(readingNanos, shortestReading());
        }

        @Override
        public final void work() {
            if (--untilSample > 0) {
                compute();
                return;
            }
            long before = cpuClock.nanos();
            compute();
            sumNanos += cpuClock.nanos() - before;
            samples++;
            timed();
            untilSample = gaps.next();
        }

        @Override
        public final void endBatch(Recorder recorder) {
            double mean = meanNanos(samples, sumNanos - samples * readingNanos);
            if (mean > 0) {
                recorder.recordWork(new WorkTime(samples, mean));
            }
            samples = 0;
            sumNanos = 0;
        }

        private double shortestReading() {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < READINGS; i++) {
                long before = cpuClock.nanos();
                shortest = Math.min(shortest, cpuClock.nanos() - before);
            }
            return Math.max(0, shortest);
        }
    }

    /** Writes to each line of some memory, which takes the place of everything else in the caches. */
    static final class Touching extends Sampled {
        private static final int LONGS_A_LINE = Work.MIN_TOUCHED_BYTES / Long.BYTES;

        /** After the first of these readings the loop is compiled, and the memory there. */
        private static final int CALIBRATIONS = 200;

        /** Walks between two readings touch as many bytes as this at least: one short walk takes less than a reading, which would hide it. */
        private static final int MIN_CALIBRATION_BYTES = 1 << 20;

        private final long[] memory;

        Touching(int bytes, CpuClock cpuClock) {
            super(cpuClock);
            memory = new long[bytes / Long.BYTES];
            int walks = Math.max(1, MIN_CALIBRATION_BYTES / bytes);
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < CALIBRATIONS; i++) {
                long before = cpuClock.nanos();
                for (int walk = 0; walk < walks; walk++) {
                    compute();
                }
                shortest = Math.min(shortest, cpuClock.nanos() - before);
            }
            readAgain();
            expect(Math.max(1, (shortest - readingNanos()) / walks));
        }

        /** Number of times that the first line was touched. */
        long walks() {
            return memory[0];
        }

        @Override
        void compute() {
            for (int i = 0; i < memory.length; i += LONGS_A_LINE) {
                memory[i]++;
            }
        }

        @Override
        void timed() {
            // all walks are alike
        }

        @Override
        double meanNanos(long samples, double sumNanos) {
            return samples == 0 ? 0 : Math.max(1, sumNanos / samples);
        }
    }

    /**
     * Computes for a given CPU time: a loop without any reading of a clock, whose number of passes is calibrated. The thread's CPU time is
     * read before and after the loop for some of the requests. What they took on average is recorded for each batch, and corrects the
     * number of passes of the next batch: the measured batch has the passes that the warm-up found, among the same messages.
     */
    static final class Busy extends Sampled {
        private static final int CALIBRATION_PASSES = 10_000;

        /** About 50 ms once the loop is compiled, which happens after the first hundred. */
        private static final int CALIBRATIONS = 4_000;

        /** A batch with fewer samples, such as the one that ends the warm-up, corrects nothing. */
        private static final long ENOUGH_SAMPLES = 8;

        /** The multiplier and the increment of Knuth's linear congruential generator. */
        private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

        private static final long INCREMENT = 1_442_695_040_888_963_407L;

        private static final double ROUNDING = 0.5;

        /** The time of each request of a batch; after the last one they begin again. */
        private final long[] eachNanos;

        private final double meanNanos;
        private final CpuClock cpuClock;
        private final Computation computation;
        private double passesPerNano;
        private int at;
        /** The time of the latest request. */
        private long nanos;

        /** Sum of the times that the samples should have taken. */
        private long askedNanos;

        /** The loop's result, which is kept so that the compiler keeps the loop. */
        private long state = 1;

        /** A loop of a number of passes, each of which needs the result of the one before. */
        @FunctionalInterface
        interface Computation {
            /** Returns the state after these passes from another state. */
            long compute(long from, int passes);
        }

        /** Works for the CPU times of the requests of each batch, in nanoseconds. */
        Busy(long[] eachNanos, CpuClock cpuClock) {
            this(eachNanos, cpuClock, Busy::compute);
        }

        Busy(long[] eachNanos, CpuClock cpuClock, Computation computation) {
            super(cpuClock);
            this.eachNanos = eachNanos;
            meanNanos = LongStream.of(eachNanos).average().orElseThrow();
            this.cpuClock = cpuClock;
            this.computation = computation;
            expect(meanNanos);
            passesPerNano = 1 / passNanos();
        }

        @Override
        void compute() {
            nanos = eachNanos[at];
            at++;
            if (at == eachNanos.length) {
                at = 0;
            }
            state = computation.compute(state, (int) (nanos * passesPerNano + ROUNDING));
        }

        @Override
        void timed() {
            askedNanos += nanos;
        }

        @Override
        double meanNanos(long samples, double sumNanos) {
            double mean = askedNanos == 0
                    ? 0
                    : Math.max(1, sumNanos / askedNanos * meanNanos); // whichever requests were timed
            if (samples >= ENOUGH_SAMPLES && mean > 0) {
                passesPerNano *= meanNanos / mean;
            }
            at = 0;
            askedNanos = 0;
            return mean;
        }

        /** CPU time of a pass in the fastest of many runs, in nanoseconds. */
        private double passNanos() {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < CALIBRATIONS; i++) {
                long before = cpuClock.nanos();
                state = computation.compute(state, CALIBRATION_PASSES);
                shortest = Math.min(shortest, cpuClock.nanos() - before);
            }
            return Math.max(1, shortest - readingNanos()) / CALIBRATION_PASSES;
        }

        private static long compute(long from, int passes) {
            long value = from;
            for (int pass = 0; pass < passes; pass++) {
                value = value * MULTIPLIER + INCREMENT;
            }
            return value;
        }
    }
}
