package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.cli.Console;
import org.ipcbench.results.RecordSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs of several hosts become one run. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class MergeJobIT {
    @TempDir
    private Path place;

    @Test
    void mergedRunIsARunLikeAnyOther() throws IOException {
        Path first = run("a");
        Path second = run("b");
        Path again = run("b");

        Console merge =
                Console.of("merge", first.toString(), second.toString(), again.toString(), "-o", place + "/merged");

        assertThat(merge.exitCode()).as(String.join("\n", merge.err())).isZero();
        Path merged = only(place.resolve("merged"));
        RecordSchema.assertDescribes(merged.resolve("results.jsonl"));
        assertThat(Files.readAllLines(merged.resolve("output.csv")).stream().filter(line -> line.contains(",uds,")))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains(",a"))
                .anySatisfy(line -> assertThat(line).contains(",b"));
        assertThat(place.resolve("merged/output.csv")).hasSameTextualContentAs(merged.resolve("output.csv"));
        assertThat(merge.out()).anySatisfy(line -> assertThat(line).contains("| host |"));
        assertThat(Console.of("report", merged.toString()).out()).isEqualTo(merge.out());
        assertThat(Console.of("resume", merged.toString()).err()).containsExactly("nothing is missing in " + merged);
    }

    private Path run(String host) throws IOException {
        Path output = Files.createTempDirectory(place, "run");
        Console run = Console.of(
                "latency",
                "--placement",
                "unpinned",
                "-t",
                "uds",
                "-s",
                "64",
                "-n",
                "100",
                "-i",
                "1",
                "--warmup",
                "1ms",
                "--label",
                "host=" + host,
                "-o",
                output.toString());
        assertThat(run.exitCode()).as(String.join("\n", run.err())).isZero();
        return only(output);
    }

    private static Path only(Path output) throws IOException {
        try (Stream<Path> entries = Files.list(output)) {
            List<Path> directories = entries.filter(Files::isDirectory).toList();
            assertThat(directories).hasSize(1);
            return directories.get(0);
        }
    }
}
