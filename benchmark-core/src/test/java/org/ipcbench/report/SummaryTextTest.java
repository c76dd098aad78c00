package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.ipcbench.measure.Losses;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.ListedTransport;
import org.ipcbench.plan.Specimen;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTextTest {
    private static final Cell CELL = Specimen.cell("tin-can", 1024);
    private static final CellResult FIGURES = new CellResult(
            CELL, 2, List.of(Specimen.measured(CELL, 1, 1.5, 1_000, 2_000), Specimen.measured(CELL, 2, 0.5, 500)));

    private final Locale systemLocale = Locale.getDefault();

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(systemLocale);
    }

    @Test
    void hasSevenLinesInEnglish() {
        assertThat(new SummaryText(Locale.ENGLISH).of(FIGURES).lines())
                .containsExactly(
                        "Transport: TIN-CAN",
                        "Packet size: 1024 bytes, iterations: 2, total: 1.00 MiB",
                        "Mean total duration: 1.000000 s",
                        "Mean messages per second: 1024",
                        "Mean throughput: 1.00 MiB/s",
                        "Mean minimum latency: 0.000750 ms",
                        "Mean maximum latency: 0.001250 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "de-DE"})
    void hasSevenLinesInGermanWithACommaInNumbers(String language) {
        Locale.setDefault(Locale.US);

        assertThat(new SummaryText(Locale.forLanguageTag(language)).of(FIGURES).lines())
                .containsExactly(
                        "Transport: TIN-CAN",
                        "Paketgröße: 1024 Bytes, Iterationen: 2, Gesamtmenge: 1,00 MiB",
                        "Durchschnittliche Gesamtdauer: 1,000000 s",
                        "Durchschnittliche Nachrichten pro Sekunde: 1024",
                        "Durchschnittlicher Durchsatz: 1,00 MiB/s",
                        "Durchschnittliche minimale Latenz: 0,000750 ms",
                        "Durchschnittliche maximale Latenz: 0,001250 ms");
    }

    @Test
    void roundTripsHaveTheirMeanItsHalfAndPercentilesToo() {
        Cell cell = Specimen.roundTrips(ListedTransport.of("tin-can"), 1024);
        CellResult result = Specimen.result(cell, 0.001024, 900, 1_000, 1_100);

        assertThat(new SummaryText(Locale.ENGLISH).of(result).lines().skip(3))
                .containsExactly(
                        "Mean round trips per second: 1000000",
                        "Mean throughput: 976.56 MiB/s",
                        "Mean minimum latency: 0.000900 ms",
                        "Mean maximum latency: 0.001100 ms",
                        "Mean round trip: 0.001000 ms, half round trip: 0.000500 ms",
                        "Round-trip percentiles: p50 0.001000 ms, p90 0.001100 ms, p99 0.001100 ms,"
                                + " p99.9 0.001100 ms, p99.99 0.001100 ms");
        assertThat(new SummaryText(Locale.GERMAN).of(result))
                .contains("Umläufe pro Sekunde: 1000000", "Umlauf: 0,001000 ms, halber Umlauf: 0,000500 ms");
    }

    @Test
    void aFileHasItsSecondsAndNoLatency() {
        Cell cell = Specimen.file(ListedTransport.of("tin-can"), 65536);
        CellResult result =
                new CellResult(cell, 2, List.of(Specimen.measured(cell, 1, 0.5), Specimen.measured(cell, 2, 1.5)));

        assertThat(new SummaryText(Locale.ENGLISH).of(result).lines().skip(1))
                .containsExactly(
                        "Packet size: 65536 bytes, iterations: 2, total: 1.00 MiB",
                        "Mean total duration: 1.000000 s",
                        "Mean messages per second: 16",
                        "Mean throughput: 1.00 MiB/s",
                        "Mean minimum latency: not measured, the messages of a file carry no send time",
                        "Mean maximum latency: not measured, the messages of a file carry no send time",
                        "Seconds per file: mean 1.000000, fastest 0.500000, slowest 1.500000");
        assertThat(new SummaryText(Locale.GERMAN).of(result))
                .contains(
                        "Latenz: nicht gemessen, die Nachrichten einer Datei",
                        "Sekunden je Datei: Mittel 1,000000, schnellste 0,500000, langsamste 1,500000");
    }

    @Test
    void lossyTransportsSayHowMuchArrived() {
        CellResult result =
                Specimen.resultWith(Specimen.cell(ListedTransport.lossy("pigeon"), 1024), new Losses(1024, 3, 2, 1));

        assertThat(new SummaryText(Locale.ENGLISH).of(result).lines())
                .hasSize(8)
                .endsWith("Success rate: 50.0 % (lost 1024, duplicated 3, reordered 2, corrupt 1)");
        assertThat(new SummaryText(Locale.GERMAN).of(result).lines())
                .hasSize(8)
                .endsWith("Erfolgsrate: 50,0 % (verloren 1024, doppelt 3, vertauscht 2, beschädigt 1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "ja", "fr-FR", ""})
    void isEnglishWhereThereIsNoTranslationEvenOnAGermanSystem(String language) {
        Locale.setDefault(Locale.GERMANY);

        assertThat(new SummaryText(Locale.forLanguageTag(language)).of(FIGURES).lines())
                .hasSize(7)
                .contains("Mean messages per second: 1024");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de"})
    void keepsItsSevenLinesWhereNoLatencyWasSampled(String language) {
        CellResult small = Specimen.result(Specimen.cell("tin-can", 8), 1);

        assertThat(new SummaryText(Locale.forLanguageTag(language)).of(small).lines())
                .hasSize(7)
                .satisfies(lines -> assertThat(lines.subList(5, 7))
                        .allSatisfy(line -> assertThat(line).contains("16").doesNotContain("ms")));
    }

    @Test
    void givesTheReasonWhereThereAreNoFigures() {
        Cell absent = Specimen.cell(ListedTransport.absent("radio", "no antenna", "install one"), 64);
        CellResult result = new CellResult(absent, 1, List.of());

        assertThat(new SummaryText(Locale.ENGLISH).of(result).lines())
                .containsExactly("Transport: RADIO", "Packet size: 64 bytes, unavailable: no antenna; install one");
        assertThat(new SummaryText(Locale.GERMAN).of(result).lines())
                .containsExactly("Transport: RADIO", "Paketgröße: 64 Bytes, nicht verfügbar: no antenna; install one");
    }

    @Test
    void aReasonMayHoldPercentSigns() {
        CellResult result = new CellResult(CELL, 1, List.of(Specimen.failed(CELL, 1, "disk 100 %s full")));

        assertThat(new SummaryText(Locale.ENGLISH).of(result)).contains("failed: disk 100 %s full");
    }
}
