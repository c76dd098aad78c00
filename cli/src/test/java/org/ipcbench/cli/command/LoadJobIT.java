package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.Turns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What users get of {@code load}. No test knows how fast the machine is: the rates are low, or beyond every machine. A low rate is
 * measured so long that some milliseconds without a CPU at the end are less than a hundredth of it.
 */
@EnabledOnOs(OS.LINUX)
class LoadJobIT extends RunningJobs {
    private static final String BEYOND_EVERY_MACHINE = "1000M";

    @Test
    void lowRateIsReachedAndOneBeyondEveryMachineIsNot()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = offered(load("uds", "1K," + BEYOND_EVERY_MACHINE, "--duration", "1s"));

        Map<String, String> low = site.table().get(0);
        Map<String, String> high = site.table().get(1);
        assertThat(low)
                .containsEntry("OfferedMessagesPerSecond", "1000")
                .containsEntry("Arrivals", "constant")
                .containsEntry("Pacing", "spin");
        if ("measured".equals(low.get("Status"))) {
            assertThat(Integer.parseInt(low.get("Messages"))).isBetween(990, 1000);
            assertThat(low).containsEntry("Samples", low.get("Messages"));
        }
        assertThat(high)
                .containsEntry("Status", "not-reached")
                .containsEntry("LatencyP50Micros", "")
                .containsEntry("LatencyP99Micros", "");
        assertThat(Double.parseDouble(high.get("NotSentPercent"))).isGreaterThan(10);
        assertThat(job.out()).anyMatch(line -> line.contains("not-reached"));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        assertThat(Console.of("report", site.run().toString()).out()).isEqualTo(job.out());
        site.assertNothingLeft();
    }

    /** Each pattern with an eighteenth of the transports, and with another one on the next day. */
    @Tag("full")
    @Test
    void everyTransportCarriesALowRateWithAPatternAndPacing()
            throws IOException, InterruptedException, CsvValidationException {
        List<String> patterns = List.of("constant spin", "poisson sleep", "burst:5 spin");
        List<String> transports = TransportRegistry.load().all().stream()
                .filter(transport -> transport.availability() instanceof Availability.Available)
                .map(Transport::id)
                .toList();
        for (int pattern = 0; pattern < patterns.size(); pattern++) {
            String ids = String.join(",", Turns.today().later(6 * pattern).share(6 * patterns.size(), transports));
            String[] words = patterns.get(pattern).split(" ", -1);
            offered(load(ids, "200", "--duration", "150ms", "--arrivals", words[0], "--pacing", words[1]));
            assertThat(site.table())
                    .filteredOn(row -> !List.of("unavailable", "unsupported").contains(row.get("Status")))
                    .allSatisfy(row -> assertThat(row.get("Messages")).isNotEmpty());
        }
    }

    /**
     * What a search has to keep of its cell: that two clients share the rates, or that peers are threads and objects have a codec. One of them
     * by turns.
     */
    static List<Arguments> searches() {
        return Turns.today()
                .one(List.of(
                        Arguments.of(
                                "uds",
                                "--clients 2 --client-threads --pacing sleep",
                                "uds, 64 bytes, clients 2",
                                "Clients",
                                "2"),
                        Arguments.of(
                                "handoff-queue",
                                "-s 1K --sides threads --codec sbe",
                                "handoff-queue, .* threads.*",
                                "Codec",
                                "sbe")));
    }

    /** A search of some seconds; which rates it finds depends on the machine. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("searches")
    void searchFindsRatesAndTheRunGoesOnWithThemWhenItIsInterrupted(
            String transport, String options, String cell, String column, String value)
            throws IOException, InterruptedException, CsvValidationException {
        Job job = start(load(
                transport,
                "auto",
                Stream.concat(Stream.of("--duration", "1s", "--verbose"), Stream.of(options.split(" ")))
                        .toArray(String[]::new)));
        await().atMost(Duration.ofMinutes(2)).until(() -> site.iterations() > 0);
        job.kill("INT");
        assertThat(job.exitCode()).isEqualTo(130);
        assertThat(job.err()).anyMatch(line -> line.matches(cell + ": knee near \\d+ .*"));
        String run = site.run().toString();

        Console resumed = Console.of("resume", run);

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertThat(resumed.err()).noneMatch(line -> line.startsWith("searching"));
        assertThat(site.table()).allSatisfy(row -> assertThat(row).containsEntry(column, value));
        assertRatesFromLow();
    }

    private void assertRatesFromLow() throws IOException, CsvValidationException {
        assertThat(site.table())
                .extracting(row -> Long.parseLong(row.get("OfferedMessagesPerSecond")))
                .isSorted()
                .startsWith(1_000L)
                .hasSizeBetween(2, 8);
    }

    private static String[] load(String transports, String rates, String... further) {
        List<String> size = List.of(further).contains("-s") ? List.of() : List.of("-s", "64");
        return Stream.of(
                        List.of("load", "-t", transports, "--rate", rates, "-i", "1", "--warmup", "50ms"),
                        size,
                        List.of(further))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }
}
