package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RecordSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that codecs write and read. */
@EnabledOnOs(OS.LINUX)
class CodecJobIT extends RunningJobs {
    private static final List<String> PARTS = List.of(
            "ClientEncodeMicros",
            "ServerDecodeMicros",
            "ServerBetweenMicros",
            "ServerEncodeMicros",
            "ClientDecodeMicros",
            "TransportMicros",
            "PartsMicros",
            "CodecMicros",
            "ClockReadingNanos");

    @Test
    void callsOfACodecAreSplitRecordedAndReported() throws IOException, InterruptedException, CsvValidationException {
        requireCalls(List.of("json"));
    }

    @Tag("full")
    @Test
    void callsOfEveryCodecAreSplitRecordedAndReported()
            throws IOException, InterruptedException, CsvValidationException {
        List<Map<String, String>> rows = requireCalls(List.of("json", "sbe"));

        double sbe = bytes(rows.get(2));
        assertThat(sbe).as("113 bytes and 24 a position").isEqualTo(2 * 113 + 24 * (4 + 37));
        assertThat(bytes(rows.get(1))).isGreaterThan(sbe);
    }

    /** Calls without a codec, and calls of these codecs. */
    private List<Map<String, String>> requireCalls(List<String> codecs)
            throws IOException, InterruptedException, CsvValidationException {
        Job job = measuredOnce(
                "latency --codec raw,%s -t uds -s 200 --answer 1000 -n 2000".formatted(String.join(",", codecs))
                        + " --placement unpinned --payload full");

        List<Map<String, String>> rows = site.table();
        assertThat(rows.get(0)).containsEntry("Codec", "");
        assertThat(rows.subList(1, rows.size()))
                .extracting(row -> row.get("Codec"))
                .isEqualTo(codecs);
        assertThat(rows).extracting(row -> row.get("Messages")).containsOnly("2000");
        assertThat(rows.get(0)).containsEntry("PartsMicros", "").containsEntry("WireBytesPerCall", "");
        assertThat(rows.subList(1, rows.size()))
                .allSatisfy(row -> assertThat(PARTS)
                        .allSatisfy(part -> assertThat(Double.parseDouble(row.get(part)))
                                .as(part)
                                .isPositive()));
        assertThat(String.join("\n", job.out()))
                .containsOnlyOnce("latency, 200 bytes")
                .contains("what a call consists of")
                .contains(codecs.stream().map("are %s ("::formatted).toList());
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        assertThat(Console.of("report", site.run().toString()).out()).isEqualTo(job.out());
        removeLastIteration();
        assertThat(Console.of("resume", site.run().toString()).exitCode()).isZero();
        assertThat(site.table()).extracting(row -> row.get("Status")).containsOnly("measured");
        return rows;
    }

    private static double bytes(Map<String, String> row) {
        return Double.parseDouble(row.get("WireBytesPerCall"));
    }

    /** As if the run had been killed before. */
    private void removeLastIteration() throws IOException {
        List<String> lines = Files.readAllLines(site.run().resolve("results.jsonl"));
        List<String> kept = lines.stream()
                .filter(line -> !line.contains("\"record\":\"end\""))
                .toList();
        Files.write(site.run().resolve("results.jsonl"), kept.subList(0, kept.size() - 1));
    }

    @Tag("full")
    @Test
    void loadOfObjectsIsSplit() throws IOException, InterruptedException, CsvValidationException {
        measuredOnce(
                "load --codec json -t uds -s 200 --rate 20 --duration 3s" + " --placement unpinned --pacing sleep");

        assertThat(site.table()).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("Workload", "calls").containsEntry("Codec", "json");
            assertThat(Double.parseDouble(row.get("CodecMicros"))).isPositive();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -t uds -s 64                          | objects have 128 bytes to 1048576 before a codec writes them, not 64; use -s 128
            -t uds -s 2M                          | use -s 1048576, or omit --codec
            -t uds -s 200 --answer 64             | use --answer 128, or omit --codec
            -t uds -s lognormal:1K,1              | objects of a codec have one size
            -t uds -s 200 --in-flight 8           | omit --in-flight or --codec
            -t uds -s 200 --payload header        | omit --payload header or --codec
            -t tcp -s 200 --clients 2 --server-model selector | omit --codec, or --clients and --server-model
            -t udp -s 200                         | may lose messages
            """)
    void whatACodecCannotHaveIsToldBeforehand(String options, String reason) {
        Console console = Console.of(Stream.concat(
                        Stream.of("latency", "--codec", "json", "--dry-run", "-n", "10"),
                        Arrays.stream(options.split(" ")))
                .toArray(String[]::new));

        assertThat(String.join("", console.out()) + String.join("", console.err()))
                .contains(reason);
    }
}
