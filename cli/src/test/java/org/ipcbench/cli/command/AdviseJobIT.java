package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RunRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Advice from measurements, and the same from their record. */
@Tag("full")
class AdviseJobIT extends RunningJobs {
    /** Where two candidates cost about the same, the second measurement may prefer the other one. */
    private static final String WHAT_WOULD_CHANGE =
            "(In a second measurement .* (was the better choice|misses the target|is too close to the limit to tell); at|At) 600/s .*; at 640 bytes .*\\.";

    private static final String REPEAT = "Repeat with: \\S+java( \\S+)* -jar " + Job.JAR;

    private static final String[] QUESTION =
            "advise --size 64 --rate 300 --p99 1s -t uds,tcp -i 1 --duration 4s --warmup 20ms --seed 1".split(" ");

    @ByTurns(day = 0)
    @Test
    void answerIsMeasuredAndAnsweredAgainFromTheRecord() throws Exception {
        Job job = measured(QUESTION);

        assertThat(job.out().get(0))
                .matches(
                        "Take (uds|tcp) .*: at 300 messages a second, 64 bytes each, (its p99 is|each has its p99) .*");
        assertThat(job.out().get(1))
                .matches("(By|Without the machine's stalls, by) p99: (uds|tcp) .*, (uds|tcp) .*\\.");
        assertThat(job.out().get(2)).matches("A message costs .* of CPU over all processes, .*");
        assertThat(job.out().get(3)).matches(WHAT_WOULD_CHANGE);
        assertThat(job.out().get(4)).matches(REPEAT + " advise --sizes=64 --rate=300 --p99=1s.*");
        assertThat(job.out())
                .filteredOn(line -> line.matches(".*\\| take it .*"))
                .hasSize(1);
        List<Path> runs = site.runs().stream().sorted().toList();
        assertThat(runs).hasSize(2);
        assertThat(RunRecord.read(runs.get(1), false).header().run().arguments())
                .startsWith("load")
                .contains("--sizes=64,640", "--rate=300,600", "--duration=4000000000ns", "--iterations=1")
                .as("given rates have no bound")
                .noneMatch(argument -> argument.startsWith("--p99"));

        Console first = from(runs.get(0), "300");
        assertThat(first.exitCode()).as("%s", first.err()).isZero();
        assertThat(first.out())
                .as("without a second measurement")
                .startsWith(job.out().get(0), job.out().get(1), job.out().get(2));
        assertThat(first.out()).contains("What would change the answer was not measured.");
        assertThat(first.out())
                .as("as this JVM was started")
                .anyMatch(line -> line.matches(
                        "Repeat with: (ipcbench|\\S+java( \\S+)* -jar \\S+) advise --sizes=64 --rate=300 --p99=1s"));

        assertThat(from(runs.get(0), "300", "--locale", "de").out().get(0)).startsWith("Empfehlung: ");

        Console second = from(runs.get(1), "300");
        assertThat(second.exitCode()).as("%s", second.err()).isZero();
        assertThat(second.out().get(3)).matches(WHAT_WOULD_CHANGE);

        Console missing = from(runs.get(0), "900");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err())
                .singleElement()
                .asString()
                .contains("has no load of 64 bytes at 900 messages a second; it has 64 bytes at 300");

        assertThat(Console.of("resume", runs.get(1).toString()).err())
                .containsExactly("nothing is missing in " + runs.get(1));
    }

    private static Console from(Path run, String rate, String... more) {
        return Console.of(Stream.concat(
                        Stream.of("advise", "--size", "64", "--rate", rate, "--p99", "1s", "--from", run.toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    @ByTurns(day = 1)
    @Test
    void mixOfSizesIsAnsweredAndMeasuredAgainAtTwiceTheRate() throws Exception {
        String[] question =
                "advise --sizes lognormal:600,1 --answer 64 --rate 300 --p99 1s -t uds -i 1 --duration 4s --warmup 20ms"
                        .split(" ");
        Job job = measured(question);

        assertThat(job.out().get(0))
                .startsWith("Take uds")
                .contains(" at 300 calls a second, sizes lognormal:600,1, answers of 64 bytes, its p99 is ");
        assertThat(job.out()).anyMatch(line -> line.matches("At 600/s (the answer stays|uds (is|misses) .*)\\."));
        assertThat(job.out()).anyMatch(line -> line.matches(REPEAT + " advise --sizes=lognormal:600,1 --answer=64.*"));
        List<Path> runs = site.runs().stream().sorted().toList();
        assertThat(RunRecord.read(runs.get(1), false).header().run().arguments())
                .startsWith("load")
                .contains("--sizes=lognormal:600,1", "--rate=300,600", "--answer=64");
        Console again = Console.of(
                "advise",
                "-s",
                "lognormal:600,1",
                "--answer",
                "64",
                "--rate",
                "300",
                "--p99",
                "1s",
                "--from",
                runs.get(1).toString());
        assertThat(again.exitCode()).as("%s", again.err()).isZero();
        assertThat(again.out()).anyMatch(line -> line.startsWith("At 600/s "));
    }

    @Test
    void unreachableTargetIsNoAnswer() throws Exception {
        Job job = start("advise --size 64 --rate 2K --p99 1ns -t uds -i 1 --duration 2s --warmup 20ms".split(" "));

        assertThat(job.exitCode()).as("%s", job.err()).isEqualTo(1);
        assertThat(job.out().get(0))
                .startsWith(
                        "None certainly has its p99 below 0.00 us at 2K messages a second, 64 bytes each, because the"
                                + " nearest is uds");
        assertThat(site.runs()).hasSize(1);
        site.assertNothingLeft();
    }
}
