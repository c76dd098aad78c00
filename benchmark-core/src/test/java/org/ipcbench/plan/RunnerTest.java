package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.launch.Jvm;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.launch.Peers;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.Test;

/** Runs with a Java installation that is not there, so that every iteration fails without a JVM being started. */
class RunnerTest {
    private static final PeerSettings LAUNCHER =
            new PeerSettings(new Jvm(Path.of("/nowhere"), "17"), List.of(), "", Duration.ofSeconds(10));
    private static final Plan PLAN =
            new Plan(List.of(SampleCells.cell("one", 64), SampleCells.cell("two", 64)), 2, 0, 1);

    private final Journal journal = new Journal();

    @Test
    void failedIterationLeavesTheOthersUnchanged() throws IOException {
        RunResult result = new Runner(LAUNCHER, NanoClock.system(), List.of(journal)).run(PLAN);

        assertThat(journal.started).isEqualTo(PLAN.turns());
        assertThat(journal.ended).extracting(IterationResult::turn).isEqualTo(PLAN.turns());
        assertThat(result.interrupted()).isFalse();
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.FAILED);
        assertThat(result.cells())
                .allSatisfy(cell -> assertThat(cell.verdict().text())
                        .startsWith(cell.cell().transport().id() + ": server ")
                        .contains("/nowhere/bin/java"));
    }

    @Test
    void interruptionEndsTheRunAndKeepsEveryCell() throws IOException {
        Thread.currentThread().interrupt();
        RunResult result = new Runner(LAUNCHER, NanoClock.system(), List.of(journal)).run(PLAN);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.NOT_MEASURED);
        assertThat(journal.ended).isEmpty();
    }

    @Test
    void resultThatCannotBeWrittenEndsTheRun() {
        RunListener full = new RunListener() {
            @Override
            public void iterationEnded(IterationResult result) throws IOException {
                throw new IOException("disk full");
            }
        };
        Runner runner = new Runner(LAUNCHER, NanoClock.system(), List.of(full));

        assertThatThrownBy(() -> runner.run(PLAN))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    @Test
    void measurementCountsThoughClosingThePeersFailed() throws IOException {
        IterationResult measured = SampleCells.measured(PLAN.cells().get(0), 1, 1);
        Runner runner = new Runner(
                cell -> new ReadyPeers(measured, "/tmp/x cannot be removed: Device or resource busy"),
                NanoClock.system(),
                List.of(journal));

        RunResult result = runner.run(PLAN);

        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.MEASURED);
        assertThat(result.cells()).noneMatch(CellResult::hasFailures);
        assertThat(journal.warnings)
                .hasSize(PLAN.turns().size())
                .contains(
                        "one: measured, but not all could be cleared away: /tmp/x cannot be removed: Device or resource"
                                + " busy");
    }

    @Test
    void errorFailsItsIterationAndNamesTheRemedy() throws IOException {
        IterationResult measured = SampleCells.measured(PLAN.cells().get(0), 1, 1);
        Runner.Start start = cell -> {
            if (cell.transportId().equals("one")) {
                throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
            }
            return new ReadyPeers(measured, "");
        };

        RunResult result = new Runner(start, NanoClock.system(), List.of(journal)).run(PLAN);

        assertThat(result.cells())
                .extracting(CellResult::status)
                .containsExactly(CellStatus.FAILED, CellStatus.MEASURED);
        assertThat(result.cells().get(0).verdict().text())
                .startsWith("one: OutOfMemoryError: unable to create native thread")
                .contains("ulimit -u");
    }

    /** Has measured before it is asked, and may leave something behind. */
    private record ReadyPeers(IterationResult result, String leftOver) implements Peers {
        @Override
        public Measurement measure(
                Workload workload, int messageSizeBytes, int bufferSizeBytes, long warmUpNanos, LongConsumer progress) {
            return result.measurement().orElseThrow();
        }

        @Override
        public Breakdown breakdown() {
            return result.breakdown().orElseThrow();
        }

        @Override
        public void close() throws IOException {
            if (!leftOver.isEmpty()) {
                throw new IOException(leftOver);
            }
        }
    }

    /** Remembers what it was told. */
    private static final class Journal implements RunListener {
        private final List<Plan.Turn> started = new ArrayList<>();
        private final List<IterationResult> ended = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();

        @Override
        public void warned(String warning) {
            warnings.add(warning);
        }

        @Override
        public void iterationStarted(Plan.Turn turn) {
            started.add(turn);
        }

        @Override
        public void iterationEnded(IterationResult result) {
            ended.add(result);
        }
    }
}
