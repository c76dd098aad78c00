package org.ipcbench.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.summary.TalliedLatencies.TalliedIteration;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Schedule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a rate is said not to be reached: messages wait for one server, and each is under way for some time besides. */
final class LoadFiguresTest {
    private static final int RUNS = 200;
    private static final int PER_SECOND = 4_000;
    private static final double MILLISECOND = 1e6;
    private static final Lateness EXACT = new Lateness(50, 80, 90, 100);

    /** The slowest needs a fifth of the schedule for each message, as a sleeping server or a distant host does. */
    @ParameterizedTest(name = "{0} ms, {1} ms under way, server busy {2}")
    @CsvSource({
        "500, 0, 0.1",
        "500, 0, 0.8",
        "500, 6, 0.5",
        "500, 100, 0.1",
        "500, 100, 0.8",
        "2000, 0, 0.8",
        "2000, 100, 0.8"
    })
    void transportThatKeepsUpReachesItsRate(int scheduleMillis, double tripMillis, double busy) {
        assertThat(shareNotReached(scheduleMillis, tripMillis, busy)).isLessThanOrEqualTo(0.01);
    }

    @ParameterizedTest(name = "{0} ms, {1} ms under way, server busy {2}")
    @CsvSource({"500, 0, 1.1", "500, 6, 1.1", "500, 100, 1.1", "2000, 0, 1.05", "2000, 6, 1.05", "2000, 100, 1.05"})
    void transportThatFallsBehindDoesNot(int scheduleMillis, double tripMillis, double busy) {
        assertThat(shareNotReached(scheduleMillis, tripMillis, busy)).isGreaterThanOrEqualTo(0.99);
    }

    private static double shareNotReached(int scheduleMillis, double tripMillis, double busy) {
        return LongStream.range(0, RUNS)
                        .filter(seed -> !run(seed, scheduleMillis * MILLISECOND, tripMillis * MILLISECOND, busy)
                                .isReached())
                        .count()
                / (double) RUNS;
    }

    private static LoadFigures run(long seed, double scheduleNanos, double tripNanos, double busy) {
        double gapNanos = 1e9 / PER_SECOND;
        Schedule schedule = new ArrivalPattern.Poisson().schedule(gapNanos, 0.5, seed);
        Histogram latencies = new Histogram(Recorder.SIGNIFICANT_DIGITS);
        double freeNanos = 0;
        for (double due = schedule.next(); due < scheduleNanos; due = schedule.next()) {
            freeNanos = Math.max(freeNanos, due) + busy * gapNanos;
            latencies.recordValue(Math.round(freeNanos + tripNanos - due));
        }
        long messages = latencies.getTotalCount();
        return LoadFigures.of(List.of(TalliedIteration.of(
                        MadeUpMeasurement.of(64, messages)
                                .elapsedNanos(Math.round(Math.max(scheduleNanos, freeNanos + tripNanos)))
                                .latencies(latencies)
                                .offering(new OfferedLoad(messages, 0, Math.round(scheduleNanos), 0, EXACT))
                                .measurement(),
                        1)))
                .orElseThrow();
    }
}
