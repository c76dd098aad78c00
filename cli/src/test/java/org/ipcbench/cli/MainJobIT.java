package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.results.RecordedRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users get from the jar: text, files, exit code, and nothing besides. */
@EnabledOnOs(OS.LINUX)
class MainJobIT extends RunningJobs {
    private static final String NUMBER = "\\d+(\\.\\d+)?";

    /** Columns that hold a number in every measured row, whatever the size of its messages. */
    private static final List<String> FIGURES = List.of(
            "PacketSize",
            "Iterations",
            "TotalDataSize",
            "AvgLatencySeconds",
            "AvgMessagesPerSecond",
            "AvgThroughputMBps",
            "Messages",
            "Lost",
            "ClientCpuSeconds",
            "ServerCpuSeconds",
            "ClientAllocatedBytesPerMessage",
            "ServerAllocatedBytesPerMessage");

    private static final List<String> LATENCIES = List.of(
            "MinLatencyMilliseconds",
            "MaxLatencyMilliseconds",
            "LatencyP50Micros",
            "LatencyP90Micros",
            "LatencyP99Micros",
            "LatencyP999Micros");

    /** Percentiles need more samples than a short run has, and clocks that agree better than they are long. */
    private static final List<String> ALWAYS_SAMPLED = LATENCIES.subList(0, 2);

    @Test
    void threeArgumentsMeasureTheClassicTransportsInTheirOrder()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = measured("0.002", "64", "1", "--warmup", "20ms");

        assertThat(job.notes()).containsExactly("results in " + site.run());
        List<String> names = List.of("TCP", "Fifo (Named Pipe)", "Unix Domain Socket", "Pipe", "ZMQ");
        assertThat(job.out().stream().limit(90)).satisfies(lines -> assertSummaries(lines, names));

        List<Map<String, String>> rows = site.table();
        assertThat(rows).extracting(row -> row.get("Name")).containsExactlyElementsOf(names);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row).containsEntry("Status", "measured").containsEntry("Lost", "0");
            assertThat(row).extractingByKeys(FIGURES.toArray(String[]::new)).allMatch(MainJobIT::isNumber);
            assertThat(row)
                    .extractingByKeys(ALWAYS_SAMPLED.toArray(String[]::new))
                    .allMatch(MainJobIT::isNumber);
            assertThat(Long.parseLong(row.get("Messages")) * Long.parseLong(row.get("PacketSize")))
                    .isBetween(2_147_483L, 2_147_483L + 64);
        });
        assertThat(site.log())
                .hasSize(5)
                .allSatisfy(line -> assertThat(line.has("measurement")).isTrue());
        assertThat(site.run()).isDirectoryContaining("glob:**/environment.json");
        assertThat(site.run().resolve("output.csv"))
                .hasSameBinaryContentAs(site.output().resolve("output.csv"));
    }

    @Test
    void reportFromDiskEqualsThePrintedOne() throws IOException, InterruptedException {
        String formats = "markdown,json,csv,bmf,github-benchmark";
        Job job = measuredOnce("latency -t uds --placement unpinned -s 64 -n 2000 --export " + formats);
        Path run = site.run();
        Map<String, byte[]> files = contents(run);

        Console report = Console.of("report", run.toString(), "--export", formats);

        assertThat(report.err()).containsExactly("results in " + run.toAbsolutePath());
        assertThat(report.out()).isEqualTo(job.out());
        assertThat(contents(run)).containsExactlyEntriesOf(files).containsKeys("table.md", "cells.json", "bmf.json");

        Console.of("report", run.toString(), "--export", "hgrm");

        assertThat(run.resolve("hgrm/uds-latency-64-unpinned.hgrm")).isRegularFile();
    }

    /** The files of a run by their names. */
    private static Map<String, byte[]> contents(Path run) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    @ByTurns(day = 0)
    @Test
    void secondRunKeepsTheFirstRunsFiles() throws IOException, InterruptedException, CsvValidationException {
        measured("throughput", "-i", "1", "-t", "tcp", "-n", "1", "--warmup", "1ms");
        Path first = site.run();
        byte[] table = Files.readAllBytes(first.resolve("output.csv"));
        byte[] log = Files.readAllBytes(first.resolve("results.jsonl"));

        measured("throughput", "-i", "1", "-t", "uds", "-n", "1", "--warmup", "1ms");

        assertThat(site.runs()).hasSize(2).contains(first);
        assertThat(first.resolve("output.csv")).hasBinaryContent(table);
        assertThat(first.resolve("results.jsonl")).hasBinaryContent(log);
        assertThat(site.table()).extracting(row -> row.get("Transport")).containsExactly("uds");
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void messagesTooSmallToCarryATimeHaveNoLatencies()
            throws IOException, InterruptedException, CsvValidationException {
        measured("0.0001", "1,15,16", "1", "-t", "uds", "--warmup", "50ms");

        List<Map<String, String>> rows = site.table();
        assertThat(rows).extracting(row -> row.get("PacketSize")).containsExactly("1", "15", "16");
        assertThat(rows)
                .allSatisfy(row -> assertThat(row)
                        .extractingByKeys(FIGURES.toArray(String[]::new))
                        .allMatch(MainJobIT::isNumber));
        assertThat(rows.subList(0, 2))
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("LatencyKind", "")
                        .extractingByKeys(LATENCIES.toArray(String[]::new))
                        .containsOnly(""));
        assertThat(rows.get(2))
                .containsEntry("LatencyKind", "one-way")
                .extractingByKeys(ALWAYS_SAMPLED.toArray(String[]::new))
                .allMatch(MainJobIT::isNumber);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void latencyCountsRoundTripsOfEveryClassicTransportAndOfMessagesOfAnySize()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = measuredOnce("latency --placement unpinned -t classic -s 1,64 -n 1000");

        assertThat(job.out())
                .filteredOn(line -> line.startsWith("Mean round trip: "))
                .hasSize(10);
        assertThat(site.table())
                .hasSize(10)
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("Workload", "latency")
                        .containsEntry("Messages", "1000")
                        .containsEntry("LatencyKind", "round-trip"))
                .allSatisfy(row -> {
                    double meanMicros = Double.parseDouble(row.get("LatencyMeanMicros"));
                    double roundTripsPerSecond = Double.parseDouble(row.get("AvgMessagesPerSecond"));
                    assertThat(meanMicros * roundTripsPerSecond).isCloseTo(1e6, withinPercentage(0.1));
                    assertThat(Double.parseDouble(row.get("LatencyP50Micros")))
                            .isGreaterThanOrEqualTo(1e3 * Double.parseDouble(row.get("MinLatencyMilliseconds")))
                            .isLessThanOrEqualTo(1e3 * Double.parseDouble(row.get("MaxLatencyMilliseconds")));
                });
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void nullTransportMeasuresTheHarnessInOneProcess()
            throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("latency -t null -s 64 -n 1000");

        assertThat(site.table())
                .filteredOn(row -> "none".equals(row.get("WaitStrategy")))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("Name", "Null")
                        .containsEntry("Messages", "1000")
                        .containsEntry("ServerCpuSeconds", "0.000000"));
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void launcherAndPeersOfALanguageWithDigitsOfItsOwnWriteAsciiDigits() throws IOException, InterruptedException {
        Job job = Job.startInJvm(
                site,
                List.of("-Duser.language=fa", "-Duser.country=IR"),
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "aeron-ipc,pipe",
                "-n",
                "100",
                "--warmup",
                "1ms",
                "--jvm-args=-Duser.language=fa -Duser.country=IR");
        jobs.add(job);

        assertThat(job.exitCode()).as("%s", job.err()).isZero();
        assertThat(job.out()).anyMatch(line -> line.matches("throughput, 4096 bytes, .*"));
        site.assertNothingLeft();
        Path environment = site.run().resolve("environment.json");
        assertThat(Files.readString(environment))
                .doesNotContainPattern("\"cpus\": ?\"\""); // read from a path with a number
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void germanSummaryHasCommasAndTheCsvHasDots() throws IOException, InterruptedException, CsvValidationException {
        Job job = measured(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "tcp",
                "-n",
                "100",
                "--warmup",
                "1ms",
                "--locale",
                "de");

        assertThat(job.out())
                .anySatisfy(line -> assertThat(line).matches("Durchschnittliche Gesamtdauer: 0,\\d{6} s"))
                .anySatisfy(line -> assertThat(line).matches("Durchschnittliche minimale Latenz: \\d+,\\d{6} ms"));
        assertThat(site.table().get(0)).extractingByKey("AvgLatencySeconds").matches(MainJobIT::isNumber);
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void durationIsMeasuredAsLongAsAskedInEveryIteration()
            throws IOException, InterruptedException, CsvValidationException {
        measured(
                "throughput",
                "--placement",
                "unpinned",
                "-t",
                "tcp",
                "-s",
                "4096",
                "--duration",
                "300ms",
                "-i",
                "2",
                "--warmup",
                "50ms");

        assertThat(site.table()).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("Iterations", "2").containsEntry("Status", "measured");
            assertThat(Double.parseDouble(row.get("AvgLatencySeconds"))).isGreaterThanOrEqualTo(0.3);
        });
        assertThat(site.log())
                .extracting(line -> line.get("iteration").getAsInt())
                .containsExactly(1, 2);
    }

    @ByTurns(day = 1)
    @ParameterizedTest
    @ValueSource(strings = "-s 64K --total 16M --placement cpu:C,C")
    void amountSizeAndPlacementAreMeasured(String options)
            throws IOException, InterruptedException, CsvValidationException {
        assertMeasured(options);

        String cpu = CpuSet.allowed().list().get(0).toString();
        assertThat(RecordedRun.environmentOf(site.run()).pins().values())
                .singleElement()
                .satisfies(peers -> assertThat(peers)
                        .containsOnlyKeys("client", "server")
                        .allSatisfy((role, pin) -> {
                            assertThat(pin.pin()).isEqualTo("thread");
                            assertThat(pin.measuringCpus()).isEqualTo(cpu);
                            assertThat(pin.otherCpus()).isNotEmpty();
                        }));
    }

    @ByTurns(day = 1)
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"-n 1", "-s 1M --total 64M", "-n 1000 --placement same-cpu", "-n 1000 --placement cpu:C,C"})
    void everyAmountSizeAndPlacementIsMeasured(String options)
            throws IOException, InterruptedException, CsvValidationException {
        assertMeasured(options);
    }

    private void assertMeasured(String options) throws IOException, InterruptedException, CsvValidationException {
        String cpu = CpuSet.allowed().list().get(0).toString();
        String arguments = "throughput -i 1 -t tcp --warmup 50ms " + options.replace("C", cpu);
        measured(arguments.split(" "));

        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("Status", "measured")
                        .containsEntry("Lost", "0")
                        .extractingByKeys(FIGURES.toArray(String[]::new))
                        .allMatch(MainJobIT::isNumber));
    }

    /** The jar itself; {@link BadUsageTest} has every other mistake, without a JVM for each. */
    @ParameterizedTest
    @ValueSource(strings = {"1 4096,,8", "--jvm /nowhere"})
    void badUsageLeavesNoFiles(String arguments) throws IOException, InterruptedException {
        Job job = start(arguments.split(" "));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.out()).isEmpty();
        assertThat(job.err()).hasSize(1);
        assertThat(site.output()).doesNotExist();
        site.assertNothingLeft();
    }

    @Test
    void outputThatCannotBeWrittenIsFoundBeforeTheFirstMeasurement() throws IOException, InterruptedException {
        Files.writeString(site.output(), "not a directory");
        Job job = start("throughput", "-i", "1", "-t", "tcp", "-n", "1");

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.out()).isEmpty();
        assertThat(job.err()).singleElement().asString().contains("--output", "writable directory");
    }

    @Test
    void failureToStartAPeerQuotesItsLastOutput() throws IOException, InterruptedException, CsvValidationException {
        Job job = start("throughput", "-i", "1", "-t", "tcp", "-n", "1", "--jvm-args", "-XX:Bogus");

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("tcp, "))
                .singleElement()
                .asString()
                .contains("failed: ", "Unrecognized VM option 'Bogus'");
        assertThat(job.notes()).containsExactly("results in " + site.run());
        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("Status", "failed")
                        .containsEntry("AvgLatencySeconds", "")
                        .extractingByKey("Reason")
                        .asString()
                        .contains("Unrecognized VM option 'Bogus'"));
        site.assertNothingLeft();
    }

    /** Seven lines and an empty one for every cell, and one more where the kernel made two speeds of it. */
    private static void assertSummaries(List<? extends String> lines, List<String> names) {
        int line = 0;
        for (String name : names) {
            assertThat(lines.get(line)).isEqualTo("Transport: " + name);
            assertThat(lines.get(line + 1)).startsWith("Packet size: 64 bytes, iterations: 1, total: ");
            assertThat(lines.get(line + 2)).matches("Mean total duration: " + NUMBER + " s");
            assertThat(lines.get(line + 3)).matches("Mean messages per second: " + NUMBER);
            assertThat(lines.get(line + 4)).matches("Mean throughput: " + NUMBER + " MiB/s");
            assertThat(lines.get(line + 5)).matches("Mean minimum latency: " + NUMBER + " ms");
            assertThat(lines.get(line + 6)).matches("Mean maximum latency: " + NUMBER + " ms");
            line += 7;
            while (!lines.get(line).isEmpty()) {
                assertThat(lines.get(line)).startsWith("Two speeds: ");
                line++;
            }
            line++;
        }
    }

    private static boolean isNumber(Object value) {
        return value.toString().matches(NUMBER);
    }
}
