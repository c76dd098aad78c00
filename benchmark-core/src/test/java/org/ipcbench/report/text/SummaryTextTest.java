package org.ipcbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTextTest {
    private static final Cell CELL = SampleCells.cell("tin-can", 1024);
    private static final CellResult FIGURES = new CellResult(
            CELL,
            2,
            List.of(SampleCells.measured(CELL, 1, 1.5, 1_000, 2_000), SampleCells.measured(CELL, 2, 0.5, 500)));

    private static final Placement SAME_CPU = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");

    private final Locale systemLocale = Locale.getDefault();

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(systemLocale);
    }

    @Test
    void hasSevenLinesInEnglish() {
        assertThat(text(Locale.ENGLISH, FIGURES).lines())
                .containsExactly(
                        "Transport: TIN-CAN",
                        "Packet size: 1024 bytes, iterations: 2, total: 1.00 MiB",
                        "Mean total duration: 1.000000 s",
                        "Mean messages per second: 1365",
                        "Mean throughput: 1.33 MiB/s",
                        "Mean minimum latency: 0.000750 ms",
                        "Mean maximum latency: 0.001250 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "de-DE"})
    void hasSevenLinesInGermanWithACommaInNumbers(String language) {
        Locale.setDefault(Locale.US);

        assertThat(text(Locale.forLanguageTag(language), FIGURES).lines())
                .containsExactly(
                        "Transport: TIN-CAN",
                        "Paketgröße: 1024 Bytes, Iterationen: 2, Gesamtmenge: 1,00 MiB",
                        "Durchschnittliche Gesamtdauer: 1,000000 s",
                        "Durchschnittliche Nachrichten pro Sekunde: 1365",
                        "Durchschnittlicher Durchsatz: 1,33 MiB/s",
                        "Durchschnittliche minimale Latenz: 0,000750 ms",
                        "Durchschnittliche maximale Latenz: 0,001250 ms");
    }

    @Test
    void roundTripsShowMeanHalfMeanAndPercentiles() {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("tin-can"), 1024);
        CellResult result = SampleCells.result(cell, 0.001024, 900, 1_000, 1_100);

        assertThat(text(Locale.ENGLISH, result).lines().skip(3))
                .containsExactly(
                        "Mean round trips per second: 1000000",
                        "Mean throughput: 976.56 MiB/s",
                        "Mean minimum latency: 0.000900 ms",
                        "Mean maximum latency: 0.001100 ms",
                        "Mean round trip: 0.001000 ms, half round trip: 0.000500 ms",
                        "Round-trip percentiles: p50 0.001000 ms, p90 0.001100 ms, p99 0.001100 ms,"
                                + " p99.9 0.001100 ms, p99.99 0.001100 ms",
                        "Samples: 120000");
        assertThat(text(Locale.GERMAN, result))
                .contains("Umläufe pro Sekunde: 1000000", "Umlauf: 0,001000 ms, halber Umlauf: 0,000500 ms");
    }

    @Test
    void percentilesOfSeveralIterationsSayThatTheyAreMeans() {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("tin-can"), 1024);
        CellResult result = new CellResult(
                cell, 2, List.of(SampleCells.sampled(cell, 1, 1, 500), SampleCells.sampled(cell, 2, 1, 500)));

        assertThat(text(Locale.ENGLISH, result).lines())
                .contains("Round-trip percentiles: p50 0.001000 ms, p90 0.001000 ms (means of 2 iterations)");
        assertThat(text(Locale.GERMAN, result).lines())
                .contains("Perzentile des Umlaufs: 50 %: 0,001000 ms, 90 %: 0,001000 ms (Mittel von 2 Iterationen)");
    }

    @ParameterizedTest
    @CsvSource({
        "5, Samples: 5, Stichproben: 5",
        "500, 'Round-trip percentiles: p50 0.001000 ms, p90 0.001000 ms', 'Perzentile des Umlaufs: 50 %: 0,001000 ms, 90 %: 0,001000 ms'"
    })
    void percentilesThatFewSamplesTellAreLeftOut(int samples, String english, String german) {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("tin-can"), 1024);
        CellResult result = new CellResult(cell, 1, List.of(SampleCells.sampled(cell, 1, 1, samples)));

        assertThat(text(Locale.ENGLISH, result).lines())
                .contains(english)
                .noneMatch(line -> line.contains("p99"))
                .noneMatch(line -> line.contains("percentiles") && !line.equals(english));
        assertThat(text(Locale.GERMAN, result).lines()).contains(german);
    }

    @Test
    void twoSpeedsAreTwoRatesInsteadOfAMean() {
        CellResult torn = new CellResult(
                CELL,
                5,
                Stream.of(1, 2, 3, 4, 5)
                        .map(i -> SampleCells.measured(CELL, i, i < 3 ? 1 : 0.25 + i / 1000.0))
                        .toList());

        assertThat(text(Locale.ENGLISH, torn).lines())
                .contains("Two speeds: 1.00 MiB/s in 40 % of the iterations, 3.94 MiB/s in 60 %")
                .noneMatch(line -> line.contains("interval"));
        assertThat(text(Locale.GERMAN, torn).lines())
                .contains("Zwei Geschwindigkeiten: 1,00 MiB/s in 40 % der Iterationen, 3,94 MiB/s in 60 %");
    }

    /** The first half of each iteration on two CPUs, the second on one and ten times as fast. */
    @Test
    void twoSpeedsWithinIterationsAreCountedInSixteenths() {
        Occasion moving = new Occasion();
        for (int mark = 0; mark <= Occasion.PARTS; mark++) {
            boolean together = 2 * mark >= Occasion.PARTS;
            moving.serverCpu(mark, together ? 0 : 1);
            if (together && mark < Occasion.PARTS) {
                moving.part(mark, 0.1);
            }
        }
        CellResult mixed = new CellResult(
                CELL,
                3,
                Stream.of(1, 2, 3)
                        .map(i -> SampleCells.measured(CELL, i, moving.measurement()))
                        .toList());

        assertThat(text(Locale.ENGLISH, mixed).lines())
                .anyMatch(line -> line.matches("Two speeds: .* in \\d+ % of the measured part, .*"));
        assertThat(text(Locale.GERMAN, mixed).lines())
                .anyMatch(line -> line.matches("Zwei Geschwindigkeiten: .* in \\d+ % der gemessenen Zeit, .*"));
    }

    @Test
    void transferShowsSecondsAndNoLatency() {
        Cell cell = SampleCells.file(ListedTransport.of("tin-can"), 65536);
        CellResult result = new CellResult(
                cell, 2, List.of(SampleCells.measured(cell, 1, 0.5), SampleCells.measured(cell, 2, 1.5)));

        assertThat(text(Locale.ENGLISH, result).lines().skip(1))
                .containsExactly(
                        "Packet size: 65536 bytes, iterations: 2, total: 1.00 MiB",
                        "Mean total duration: 1.000000 s",
                        "Mean messages per second: 21",
                        "Mean throughput: 1.33 MiB/s",
                        "Mean minimum latency: not measured, the messages of a file carry no send time",
                        "Mean maximum latency: not measured, the messages of a file carry no send time",
                        "Seconds per file: mean 1.000000, fastest 0.500000, slowest 1.500000");
        assertThat(text(Locale.GERMAN, result))
                .contains(
                        "Latenz: nicht gemessen, die Nachrichten einer Datei",
                        "Sekunden je Datei: Mittel 1,000000, schnellste 0,500000, langsamste 1,500000");
    }

    @Test
    void lossyTransportsShowTheSuccessRate() {
        CellResult result = SampleCells.resultWith(
                SampleCells.cell(ListedTransport.lossy("pigeon"), 1024), new Losses(1024, 3, 2, 1));

        assertThat(text(Locale.ENGLISH, result).lines())
                .hasSize(8)
                .endsWith("Success rate: 50.0 % (lost 1024, duplicated 3, reordered 2, corrupt 1)");
        assertThat(text(Locale.GERMAN, result).lines())
                .hasSize(8)
                .endsWith("Erfolgsrate: 50,0 % (verloren 1024, doppelt 3, vertauscht 2, beschädigt 1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "ja", "fr-FR", ""})
    void untranslatedLocaleIsEnglishEvenOnAGermanSystem(String language) {
        Locale.setDefault(Locale.GERMANY);

        assertThat(text(Locale.forLanguageTag(language), FIGURES).lines())
                .hasSize(7)
                .contains("Mean messages per second: 1365");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de"})
    void keepsItsSevenLinesWhereNoLatencyWasSampled(String language) {
        CellResult small = SampleCells.result(SampleCells.cell("tin-can", 8), 1);

        assertThat(text(Locale.forLanguageTag(language), small).lines())
                .hasSize(7)
                .satisfies(lines -> assertThat(lines.subList(5, 7))
                        .allSatisfy(line -> assertThat(line).contains("16").doesNotContain("ms")));
    }

    @Test
    void cellWithoutFiguresShowsItsReason() {
        CellResult result = new CellResult(CELL, 1, List.of(SampleCells.failed(CELL, 1, "no antenna")));

        assertThat(text(Locale.ENGLISH, result).lines())
                .containsExactly("Transport: TIN-CAN", "Packet size: 1024 bytes, failed: no antenna");
        assertThat(text(Locale.GERMAN, result).lines())
                .containsExactly("Transport: TIN-CAN", "Paketgröße: 1024 Bytes, fehlgeschlagen: no antenna");
    }

    @Test
    void cellThatCannotBeMeasuredHereHasNoLines() {
        Cell absent = SampleCells.cell(ListedTransport.absent("radio", "no antenna", "install one"), 64);
        RunResult run = new RunResult(List.of(new CellResult(absent, 1, List.of())), false);

        assertThat(new SummaryText(Locale.ENGLISH).of(run)).isEmpty();
    }

    @Test
    void reasonMayContainPercentSigns() {
        CellResult result = new CellResult(CELL, 1, List.of(SampleCells.failed(CELL, 1, "disk 100 %s full")));

        assertThat(text(Locale.ENGLISH, result)).contains("failed: disk 100 %s full");
    }

    @Test
    void buffersAndPlacementsAreNamedWhereTheyTellCellsApart() {
        RunResult run = new RunResult(
                Stream.of(Placement.UNPINNED, SAME_CPU)
                        .flatMap(placement -> Stream.of(4096, 8192)
                                .map(buffer ->
                                        SampleCells.withPlacement(SampleCells.withBuffer(CELL, buffer), placement)))
                        .map(cell -> SampleCells.result(cell, 1))
                        .toList(),
                false);

        assertThat(new SummaryText(Locale.ENGLISH).of(run).lines())
                .filteredOn(line -> line.startsWith("Transport: "))
                .containsExactly(
                        "Transport: TIN-CAN, buffer 4096 bytes, placement unpinned",
                        "Transport: TIN-CAN, buffer 8192 bytes, placement unpinned",
                        "Transport: TIN-CAN, buffer 4096 bytes, placement same-cpu",
                        "Transport: TIN-CAN, buffer 8192 bytes, placement same-cpu");
        assertThat(new SummaryText(Locale.GERMAN).of(run).lines())
                .contains("Transport: TIN-CAN, Puffer 8192 Bytes, Platzierung same-cpu");
    }

    @Test
    void singlePlacementIsNotNamed() {
        assertThat(text(Locale.ENGLISH, SampleCells.result(SampleCells.withPlacement(CELL, SAME_CPU), 1)))
                .startsWith("Transport: TIN-CAN" + System.lineSeparator())
                .doesNotContain("same-cpu");
    }

    @Test
    void obstacleOfAPlacementIsNotRepeatedForEveryCell() {
        Placement lacking = new Placement("cross-node", Optional.empty(), Optional.empty(), "needs two nodes");
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(CELL, 1),
                        new CellResult(SampleCells.withPlacement(CELL, lacking), 1, List.of())),
                false);

        assertThat(new SummaryText(Locale.ENGLISH).of(run).lines())
                .filteredOn(line -> line.startsWith("Transport: "))
                .containsExactly("Transport: TIN-CAN, placement unpinned");
    }

    /** What a run of this cell alone prints, without the empty line at the end. */
    private static String text(Locale locale, CellResult result) {
        String text = new SummaryText(locale).of(new RunResult(List.of(result), false));
        assertThat(text).endsWith(System.lineSeparator().repeat(2));
        return text.substring(0, text.length() - System.lineSeparator().length());
    }
}
