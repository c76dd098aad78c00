package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.plan.rounds.RunListener;
import org.junit.jupiter.api.Test;

class DryRunTest {
    private static final Plan PLAN =
            new Plan(List.of(SampleCells.cell("fast", 1024), SampleCells.cell("slow", 1024)), 10, 400_000_000, 1);

    @Test
    void timesBelowAMinuteAreSeconds() {
        assertThat(DryRun.text(Duration.ofSeconds(57))).isEqualTo("57 s");
        assertThat(DryRun.text(Duration.ofSeconds(186))).isEqualTo("3 min 6 s");
        assertThat(DryRun.text(Duration.ofHours(1))).isEqualTo("60 min 0 s");
    }

    @Test
    void firstRoundCorrectsTheTimeOfTheRun() throws IOException {
        assertThat(correction(PLAN, Duration.ofSeconds(4)))
                .containsExactly("the first round took 4 s, not 1 s: about 43 s in all");
        assertThat(correction(PLAN, Duration.ofMillis(900)))
                .containsExactly("the first round took 0 s, not 1 s: about 9 s in all");
    }

    @Test
    void firstRoundAsAnnouncedSaysNothing() throws IOException {
        Duration announced = RunEstimate.of(PLAN, 0).round();

        assertThat(correction(PLAN, announced.multipliedBy(120).dividedBy(100))).isEmpty();
        assertThat(correction(PLAN.stoppedBy(new ExtraTime(1, Duration.ofSeconds(4), 0)), announced.multipliedBy(2)))
                .as("seconds matter to nobody")
                .isEmpty();
    }

    @Test
    void correctedTimeStaysWithinTheTimeLimit() throws IOException {
        Plan limited = PLAN.stoppedBy(new ExtraTime(10, Duration.ofSeconds(40), 0));

        assertThat(correction(limited, Duration.ofSeconds(10)))
                .containsExactly("the first round took 10 s, not 1 s: about 40 s in all");
    }

    /** What is said after a first round that took this time. */
    private static List<String> correction(Plan plan, Duration firstRound) throws IOException {
        List<String> lines = new ArrayList<>();
        AtomicLong now = new AtomicLong(1);
        RunListener listener = new DryRun(plan, RunEstimate.of(plan, 0), List.of()).corrected(now::get, lines::add);
        for (Cell cell : plan.cells()) {
            listener.iterationStarted(new Plan.Turn(cell, 1));
            assertThat(lines).isEmpty();
            now.addAndGet(firstRound.toNanos() / 2);
            listener.iterationEnded(SampleCells.failed(cell, 1, "it matters not"));
        }
        listener.iterationStarted(new Plan.Turn(plan.cells().get(0), 2));
        listener.iterationEnded(SampleCells.failed(plan.cells().get(0), 2, "it matters not"));
        return lines;
    }
}
