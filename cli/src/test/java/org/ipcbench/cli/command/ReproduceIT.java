package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The predefined ladder from the command line to its tables and files. */
@EnabledOnOs(OS.LINUX)
class ReproduceIT extends RunningJobs {
    private static final Duration SOON = Duration.ofSeconds(30);

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void everyRungHasATableAndEveryQuestionARow() throws IOException, InterruptedException, CsvValidationException {
        Job job = start("reproduce", "-t", "uds,udp", "--warmup", "20ms");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(job.out())
                .containsSubsequence("128 B x 1", "512 B x 10", "1024 B x 100", "4096 B x 1000")
                .noneMatch(line -> line.contains("measured for only"));
        assertThat(job.out())
                .filteredOn(line -> line.contains("more about scheduling"))
                .hasSize(1);
        List<List<String>> rows = rows(job);
        assertThat(rows).hasSize(4 * (1 + 2 * 2));
        assertThat(rows.get(0)).containsExactly("IPC", "type", "transferred messages", "duration", "success rate");
        assertThat(rows)
                .filteredOn(row -> row.get(0).equals("uds") && row.get(1).equals("latency"))
                .extracting(row -> row.get(2))
                .containsExactly("1", "10", "100", "1000");
        assertThat(rows)
                .filteredOn(row -> row.get(1).equals("throughput in 1 s"))
                .hasSize(8)
                .allSatisfy(row -> assertThat(row.get(3)).matches("\\d+\\.\\d+ m?s"));
        assertThat(rows)
                .filteredOn(row -> row.get(0).equals("uds"))
                .extracting(row -> row.get(4))
                .containsOnly("100.00 %");
        assertThat(site.table()).hasSize(16).allSatisfy(row -> assertThat(row).containsEntry("Status", "measured"));
        assertThat(site.log()).hasSize(16);
        try (Stream<Path> files = Files.list(site.run())) {
            assertThat(files.filter(file -> file.toString().endsWith(".svg")))
                    .as("plots; a percentile of ten messages is no curve, of a hundred it is")
                    .hasSize(10);
        }
        site.assertNothingLeft();
    }

    @Test
    void ctrlCKeepsWhatWasMeasured() throws IOException, InterruptedException {
        Job job = startBehind(
                List.of("setsid", "env", "--default-signal=INT"), "reproduce", "-t", "uds", "--warmup", "20ms");
        await().atMost(SOON)
                .until(() -> Files.exists(site.output()) && !site.runs().isEmpty() && hasResult());
        Job.kill("INT", "-" + job.pid());

        assertThat(job.exitCode()).isEqualTo(130);
        assertThat(rows(job))
                .anyMatch(row -> row.get(0).equals("uds") && row.get(4).equals("100.00 %"));
        assertThat(job.out()).last().asString().isEqualTo("Interrupted before all was measured of: uds");
        site.assertNothingLeft();
    }

    private boolean hasResult() throws IOException {
        var log = site.run().resolve("results.jsonl");
        return Files.exists(log) && Files.readString(log).contains("\"record\":\"iteration\"");
    }

    private static List<List<String>> rows(Job job) throws IOException {
        return job.out().stream()
                .filter(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }
}
