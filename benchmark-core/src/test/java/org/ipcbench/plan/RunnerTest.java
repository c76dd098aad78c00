package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.process.Jvm;
import org.ipcbench.process.Launcher;
import org.junit.jupiter.api.Test;

/** Runs with a Java installation that is not there, so that every iteration fails without a JVM being started. */
class RunnerTest {
    private static final Launcher LAUNCHER =
            new Launcher(new Jvm(Path.of("/nowhere"), "17"), List.of(), "", Duration.ofSeconds(10));
    private static final Plan PLAN = new Plan(List.of(Specimen.cell("one", 64), Specimen.cell("two", 64)), 2, 0, 1);

    private final Journal journal = new Journal();

    @Test
    void aFailedIterationCostsNoneOfTheOthers() throws IOException {
        RunResult result = new Runner(LAUNCHER, NanoClock.system(), List.of(journal)).run(PLAN);

        assertThat(journal.started).isEqualTo(PLAN.turns());
        assertThat(journal.ended).extracting(IterationResult::turn).isEqualTo(PLAN.turns());
        assertThat(result.interrupted()).isFalse();
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.FAILED);
        assertThat(result.cells())
                .allSatisfy(cell -> assertThat(cell.verdict().reasons())
                        .singleElement()
                        .asString()
                        .startsWith(cell.cell().transport().id() + ": server ")
                        .contains("/nowhere/bin/java"));
    }

    @Test
    void anInterruptionEndsTheRunAndKeepsEveryCellInTheResult() throws IOException {
        Thread.currentThread().interrupt();
        RunResult result = new Runner(LAUNCHER, NanoClock.system(), List.of(journal)).run(PLAN);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.NOT_MEASURED);
        assertThat(journal.ended).isEmpty();
    }

    @Test
    void aResultThatCannotBeKeptEndsTheRun() {
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

    /** Remembers what it was told. */
    private static final class Journal implements RunListener {
        private final List<Plan.Turn> started = new ArrayList<>();
        private final List<IterationResult> ended = new ArrayList<>();

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
