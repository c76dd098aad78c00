package org.ipcbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class AnswerTextTest {
    private static final String ONCE =
            "Measured once, so how far the next answer will differ is unknown; use the commands with -i for an interval";
    private static final Cell ROUND_TRIPS = SampleCells.roundTrips(ListedTransport.of("post"), 1024);

    @Test
    void roundTripsShowTheirLatencies() {
        assertThat(answer(Locale.ENGLISH, SampleCells.measured(ROUND_TRIPS, 1, 1.024, 1_000_000)))
                .containsExactly(
                        "Round trips: 1024 of 1024 bytes in 1.024 s",
                        "Mean round trip: 1.00 ms, half round trip: 500.0 us",
                        "Round-trip percentiles: p50 1.00 ms, p90 1.00 ms, p99 1.00 ms, p99.9 1.00 ms, maximum 1.00 ms",
                        "Round trips per second: 1000",
                        "CPU time: client 0.250 s, server 0.125 s",
                        ONCE);
    }

    @Test
    void germanAnswerIsInGerman() {
        assertThat(answer(Locale.GERMANY, SampleCells.measured(ROUND_TRIPS, 1, 1.024, 1_000_000)))
                .startsWith(
                        "Umläufe: 1024 mit 1024 Bytes in 1,024 s",
                        "Mittlerer Umlauf: 1,00 ms, halber Umlauf: 500,0 us");
    }

    @Test
    void messagesShowTheirRateAndTheReasonForDoubt() {
        assertThat(answer(Locale.ENGLISH, SampleCells.measured(SampleCells.cell("post", 1024), 1, 0.0625)))
                .containsExactly(
                        "Messages: 1024 of 1024 bytes in 62.5 ms",
                        "Throughput: 16.0 MiB/s, 16384 messages per second",
                        "Success rate: 100.00 % (lost 0)",
                        "CPU time: client 0.250 s, server 0.125 s",
                        "Suspect: measured for only 0.063 s, send more",
                        ONCE);
    }

    @Test
    void onlyTheFirstAnswerOfADialogueSaysThatItMeasuresOnce() {
        AnswerText dialogue = new AnswerText(Locale.ENGLISH);
        IterationResult result = SampleCells.measured(ROUND_TRIPS, 1, 1.024, 1_000_000);

        assertThat(dialogue.of(ROUND_TRIPS, result.measurement().orElseThrow())).contains(ONCE);
        assertThat(dialogue.of(ROUND_TRIPS, result.measurement().orElseThrow())).doesNotContain("once");
    }

    @Test
    void fewRoundTripsShowTheLongestOnly() {
        assertThat(answer(Locale.ENGLISH, SampleCells.sampled(ROUND_TRIPS, 1, 1.024, 5)))
                .contains("Longest round trip: 1.00 us")
                .noneMatch(line -> line.contains("p50"));
    }

    @Test
    void lostMessagesAreCounted() {
        Cell cell = SampleCells.roundTrips(ListedTransport.lossy("pigeon"), 1024);

        assertThat(answer(Locale.ENGLISH, SampleCells.measuredWith(cell, new Losses(3072, 0, 0, 0))))
                .contains("Success rate: 25.00 % (lost 3072)");
    }

    private static String[] answer(Locale locale, IterationResult result) {
        return new AnswerText(locale)
                .of(result.turn().cell(), result.measurement().orElseThrow())
                .lines()
                .toArray(String[]::new);
    }
}
