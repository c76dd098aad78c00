package org.ipcbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs on a terminal, with the rankings so far, that are ended from the keyboard, by a signal or by closing the terminal. */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT) // they wait for most of their time
class TerminalJobIT extends RunningJobs {
    private static final char CTRL_C = 3;
    private static final Duration POLL = Duration.ofMillis(5);

    /** How the text above the final table begins, which is broken on a terminal of few columns. */
    private static final Pattern FINAL_TABLE = Pattern.compile("4096 bytes, placement unpinned, .*JDK ");

    private static final Pattern CONTROL_SEQUENCE = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");
    private static final Pattern CURSOR_MOVES = Pattern.compile("\r|\u001b\\[[0-9;?]*[A-KM-Za-ln-z]");

    /** What a run is at when it is ended; one iteration is over by then. */
    private enum Moment {
        /** The peers have connected, and go on so for up to two seconds. */
        WARM_UP,
        MEASURING,
        /** All is measured: files are written. */
        DRAWING
    }

    @BeforeAll
    static void requireTerminals() throws IOException, InterruptedException {
        assumeTrue(succeeds(List.of("sh", "-c"), "command -v script"), "the command script is not installed");
    }

    @Test
    void ctrlCWhileMeasuringKeepsWhatWasMeasured() throws IOException, InterruptedException {
        assertCtrlCKeepsWhatWasMeasured(Moment.MEASURING);
    }

    /** At one moment, and at the other one on the next day. */
    @Tag("full")
    @Test
    void ctrlCAtAnotherMomentKeepsWhatWasMeasured() throws IOException, InterruptedException {
        for (Moment moment : Turns.today().one(List.of(Moment.WARM_UP, Moment.DRAWING))) {
            assertCtrlCKeepsWhatWasMeasured(moment);
        }
    }

    private void assertCtrlCKeepsWhatWasMeasured(Moment moment) throws IOException, InterruptedException {
        Job job = startedAnd(moment);
        job.press(CTRL_C);

        assertAllIsKept(job, moment, 130);
    }

    /** At one moment, and at another one on the next day. */
    @Tag("full")
    @Test
    void terminationKeepsWhatWasMeasured() throws IOException, InterruptedException {
        for (Moment moment : Turns.today().one(List.of(Moment.values()))) {
            Job job = startedAnd(moment);
            Job.kill("TERM", Long.toString(job.launcher().pid()));

            assertAllIsKept(job, moment, 143);
        }
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void closedTerminalLetsTheRunBeMeasuredToItsEnd() throws IOException, InterruptedException {
        Path text = site.root().resolve("text");
        Job job = startedAnd(Moment.MEASURING, ">", text.toString());
        job.kill("KILL"); // its other end, which shows what the program writes

        Path code = site.root().resolve("code");
        until(() -> Files.exists(code) && !Files.readString(code).isEmpty());
        assertThat(code).hasContent("0");
        assertThat(site.log()).as("iterations").hasSize(3).allMatch(line -> line.has("measurement"));
        assertThat(Files.readString(site.run().resolve("results.jsonl"))).doesNotContain("\"interrupted\":true");
        assertThat(text).content().startsWith("Transport: ").containsPattern("\\| fifo +\\|.*\\R\\+-.*");
        assertFilesAreComplete();
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void impatientUserLosesNothing() throws IOException, InterruptedException {
        Job job = startedAnd(Moment.MEASURING);
        for (int presses = 0; presses < 5 && job.isAlive(); presses++) {
            pressUnlessEnded(job);
            Thread.sleep(100); // several while it ends
        }

        assertAllIsKept(job, Moment.MEASURING, 130);
    }

    @Test
    void rankingFitsTheTerminalAndIsErased() throws IOException, InterruptedException {
        Job job = Job.startOnTerminal(site, run("50ms", "100ms"));
        jobs.add(job);

        assertThat(job.exitCode()).as("%s", job.out()).isZero();
        List<String> drawn = job.out().stream()
                .takeWhile(line -> !FINAL_TABLE.matcher(line).find())
                .map(line -> CONTROL_SEQUENCE.matcher(line).replaceAll(""))
                .toList();
        assertThat(drawn)
                .anyMatch(line -> line.matches(".*\\| fifo +\\| +\\d.*\\| +1 \\|.*"))
                .anyMatch(line -> line.matches(".*\\d+ %, about .* left: fifo .*"));
        assertThat(job.out().stream()
                        .flatMap(line -> CURSOR_MOVES.splitAsStream(line))
                        .filter(line -> line.contains("left: ")))
                .isNotEmpty()
                .allMatch(line -> line.length() < Job.TERMINAL_COLUMNS);
        String page = "page: " + site.run().resolve("report.html");
        assertThat(job.out().subList(drawn.size(), job.out().size()))
                .as("the final text, which has only tables")
                .noneMatch(line -> line.startsWith("Mean throughput: "))
                .anyMatch(line -> line.matches("\\| (.*\\| )?fifo .*"))
                .anyMatch(line -> line.endsWith(page))
                .anyMatch(line -> line.matches("next, round trips: \\S+java( \\S+)* -jar \\S+ latency .*"));
        assertTerminalIsAsBefore();
    }

    @Tag("full")
    @Test
    void qEndsTheRunAfterTheIterationAndTheRestCanBeMeasuredLater() throws Exception {
        Job job = startedAnd(Moment.MEASURING);
        job.press('q');

        assertThat(job.exitCode()).isZero();
        assertThat(Files.readString(site.root().resolve("code"))).isEqualTo("0\n");
        assertThat(site.log()).as("iterations").hasSize(2);
        String run = site.run().toString();
        assertThat(job.out())
                .anyMatch(line -> line.contains("ended early, resume goes on; results in"))
                .anyMatch(line -> line.endsWith(run))
                .anyMatch(line -> line.matches("next, the rest: \\S+java( \\S+)* -jar \\S+ resume " + run));
        assertFilesAreComplete();
        assertTerminalIsAsBefore();
        Console rest = Console.of("resume", site.run().toString());
        assertThat(rest.exitCode()).as("%s", rest.err()).isZero();
        assertThat(site.log()).as("iterations").hasSize(3);
        site.assertNothingLeft();
    }

    private Job startedAnd(Moment moment, String... added) throws IOException {
        String[] run = run(moment == Moment.WARM_UP ? "2s" : "50ms", moment == Moment.MEASURING ? "4s" : "100ms");
        Job job = Job.startOnTerminal(
                site, Stream.of(run, added).flatMap(Stream::of).toArray(String[]::new));
        jobs.add(job);
        switch (moment) {
            case WARM_UP -> {
                until(() -> site.iterations() > 0);
                job.awaitStreaming(Role.SERVER);
            }
            case MEASURING -> until(() -> job.out().stream().anyMatch(line -> line.contains("iteration 2: measuring")));
            case DRAWING -> until(() -> files("output.csv")); // the first of them
        }
        return job;
    }

    /** It may end between the look and the key. */
    private static void pressUnlessEnded(Job job) throws IOException {
        try {
            job.press(CTRL_C);
        } catch (IOException e) {
            if (job.isAlive()) {
                throw e;
            }
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Job.DEADLINE).pollInterval(POLL).until(condition);
    }

    private boolean files(String name) throws IOException {
        return Files.isDirectory(site.output())
                && !site.runs().isEmpty()
                && Files.exists(site.run().resolve(name));
    }

    private static String[] run(String warmUp, String duration) {
        return "throughput --placement unpinned -t fifo -i 3 --verbose --warmup %s --duration %s"
                .formatted(warmUp, duration)
                .split(" ", -1);
    }

    private void assertAllIsKept(Job job, Moment moment, int exitCode) throws IOException, InterruptedException {
        job.exitCode();
        assertThat(Files.readString(site.root().resolve("code")))
                .as("%s", job.out())
                .isEqualTo(exitCode + "\n");
        String run = site.run().toString();
        String last = moment == Moment.DRAWING ? "results in" : "interrupted; results in";
        assertThat(String.join(" ", job.out())).containsPattern(FINAL_TABLE);
        assertThat(job.out())
                .anyMatch(line -> line.matches("\\| (.*\\| )?fifo .*"))
                .anyMatch(line -> line.contains(last))
                .anyMatch(line -> line.endsWith(run));
        assertFilesAreComplete();
        assertTerminalIsAsBefore();
        site.assertNothingLeft();
    }

    private void assertFilesAreComplete() throws IOException {
        assertThat(site.log()).as("iterations").isNotEmpty();
        for (String name : List.of("report.html", "throughput-bars.svg", "output.csv")) {
            assertThat(site.run().resolve(name)).isNotEmptyFile();
        }
    }

    private void assertTerminalIsAsBefore() {
        assertThat(site.root().resolve("after"))
                .hasSameTextualContentAs(site.root().resolve("before"));
    }
}
