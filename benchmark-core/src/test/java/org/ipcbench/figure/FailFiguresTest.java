package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Measurement.Aftermath;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.fail.Death;
import org.ipcbench.workload.fail.Fail;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailFiguresTest {
    private static final int BYTES = 64;
    private static final long DEADLINE_NANOS = 2_000_000_000;

    private static final Cell CELL = SampleCells.cellOf(
            new Fail(new Extent.Period(DEADLINE_NANOS), BYTES, Payload.TOUCHED, 1_000, Death.STOP, Role.SERVER, 0));

    @Test
    void knownDeathsHaveAMeanTimeWithItsInterval() {
        Value value = FailFigures.KNOWN.of(result(known(1_000_000), known(2_000_000), known(3_000_000)));

        assertThat(value).isInstanceOfSatisfying(Value.Quantity.class, number -> {
            assertThat(number.number()).isBetween(1_999.0, 2_001.0);
            assertThat(number.interval()).isPresent();
        });
    }

    @Test
    void deathThatIsNotAlwaysKnownHasNoMeanTime() {
        CellResult result = result(known(1_000_000), unknown(true), known(3_000_000));

        assertThat(FailFigures.KNOWN.of(result)).isEqualTo(Value.of("never in 1 of 3"));
        assertThat(result.summary().orElseThrow().speed().isKnown()).isFalse();
    }

    @Test
    void deathThatIsNeverKnownSaysSoAndSwallowsBytes() {
        CellResult full = result(unknown(true), unknown(true));
        CellResult hungry = result(unknown(true), unknown(false));

        assertThat(FailFigures.KNOWN.of(full)).isEqualTo(Value.of("never"));
        assertThat(FailFigures.SWALLOWED.text(FailFigures.SWALLOWED.of(full))).isEqualTo("6400");
        assertThat(FailFigures.SWALLOWED.text(FailFigures.SWALLOWED.of(hungry))).isEqualTo("> 6400");
    }

    @Test
    void survivorThatDoesNotAlwaysGoOnSaysSo() {
        assertThat(FailFigures.AGAIN.of(result(known(1_000), known(1_000)))).isEqualTo(Value.of("never"));
        assertThat(FailFigures.AGAIN.of(result(known(1_000), again(), again()))).isEqualTo(Value.of("never in 1 of 3"));
        assertThat(FailFigures.AGAIN.of(result(again(), unknown(true)))).isEqualTo(Value.of(5.0));
    }

    @Test
    void messagesDeliveredTwiceAreShownWhereThereAreAny() {
        Measurement twice = known(1_000).draft().losses(new Losses(0, 2, 0, 0)).measurement();

        assertThat(FailFigures.TWICE.of(result(known(1_000)))).isEqualTo(Value.none());
        assertThat(FailFigures.TWICE.of(result(known(1_000), twice, twice))).isEqualTo(Value.of(4));
    }

    private static Measurement known(long nanos) {
        return measurement(nanos, nanos, true, null);
    }

    private static Measurement again() {
        return measurement(1_000L, 1_000, true, 5_000_000L);
    }

    private static Measurement unknown(boolean isFull) {
        return measurement(null, DEADLINE_NANOS, isFull, null);
    }

    @SuppressWarnings("NullAway") // does not see in a compiled record that a type within a type may be null
    private static Measurement measurement(
            @Nullable Long knownNanos, long waitedNanos, boolean isFull, @Nullable Long againNanos) {
        Histogram notices = new Recorder().latencies();
        if (knownNanos != null) {
            notices.recordValue(knownNanos);
        }
        return MadeUpMeasurement.of(BYTES, 1)
                .elapsedNanos(waitedNanos)
                .latencyKind(LatencyKind.NOTICE)
                .latencies(notices)
                .followedBy(new Aftermath(
                        knownNanos,
                        knownNanos == null ? null : Notice.By.END_OF_STREAM,
                        "",
                        9,
                        8,
                        knownNanos == null ? 100L : null,
                        isFull,
                        againNanos,
                        List.of(),
                        waitedNanos,
                        1,
                        null))
                .measurement();
    }

    private static CellResult result(Measurement... deaths) {
        return new CellResult(
                CELL,
                deaths.length,
                IntStream.range(0, deaths.length)
                        .mapToObj(i -> SampleCells.measured(CELL, i + 1, deaths[i]))
                        .toList());
    }
}
