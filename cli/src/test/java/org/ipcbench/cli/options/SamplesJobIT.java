package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.results.RecordSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every timed message for other tools. */
@Tag("full")
class SamplesJobIT extends RunningJobs {
    @Test
    void percentilesOfTheSamplesAreThoseOfTheTable() throws Exception {
        Job job = start("latency -t tcp,null -s 64 -n 3000 -i 2 --warmup 20ms --placement unpinned --export samples"
                .split(" ", -1));
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(job.err()).anyMatch(line -> line.startsWith("--export samples keeps up to "));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));

        Path directory = site.run().resolve("samples");
        Histogram all = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        Map<String, Double> ends = new TreeMap<>();
        List<String> rows = Files.readAllLines(directory.resolve("tcp-latency-64-unpinned.csv"));
        assertThat(rows.get(0)).isEqualTo("Iteration,Client,EndSeconds,LatencyMicros");
        for (String row : rows.subList(1, rows.size())) {
            String[] fields = row.split(",", -1);
            all.recordValue(Math.round(1e3 * Double.parseDouble(fields[3])));
            Double before = ends.put(fields[0], Double.parseDouble(fields[2]));
            assertThat(ends.get(fields[0])).isGreaterThanOrEqualTo(before == null ? 0 : before);
        }
        Map<String, String> tcp = site.table().get(0);
        assertThat(ends).containsOnlyKeys("1", "2");
        assertThat(all.getTotalCount()).isEqualTo(Long.parseLong(tcp.get("Samples")));
        assertThat(all.getValueAtPercentile(50) / 1e3)
                .isEqualTo(Double.parseDouble(tcp.get("LatencyP50AllCallsMicros")));
        assertThat(all.getValueAtPercentile(99) / 1e3)
                .isEqualTo(Double.parseDouble(tcp.get("LatencyP99AllCallsMicros")));

        Files.delete(directory.resolve("tcp-latency-64-unpinned.csv"));
        Console again = Console.of("report", site.run().toString(), "--export", "samples");
        assertThat(again.exitCode()).as("%s", again.err()).isZero();
        assertThat(Files.readAllLines(directory.resolve("tcp-latency-64-unpinned.csv")))
                .isEqualTo(rows);
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void samplesOfAPublisherAreThoseOfItsFastSubscribers() throws Exception {
        Job job = start(
                "publish -t uds --subscribers 3 --slow 1 --when-full drop-oldest -i 1 --duration 200ms --warmup 50ms --export samples"
                        .split(" ", -1));
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();

        Histogram all = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        try (Stream<Path> files = Files.list(site.run().resolve("samples"))) {
            Path rows = files.filter(file -> file.toString().endsWith(".csv"))
                    .findFirst()
                    .orElseThrow();
            Files.readAllLines(rows).stream()
                    .skip(1)
                    .forEach(row -> all.recordValue(Math.round(1e3 * Double.parseDouble(row.split(",", -1)[3]))));
        }
        Map<String, String> uds = site.table().get(0);
        assertThat(all.getTotalCount()).isEqualTo(Long.parseLong(uds.get("FastReceived")));
        assertThat(all.getValueAtPercentile(99) / 1e3).isEqualTo(Double.parseDouble(uds.get("FastLatencyP99Micros")));
        site.assertNothingLeft();
    }
}
