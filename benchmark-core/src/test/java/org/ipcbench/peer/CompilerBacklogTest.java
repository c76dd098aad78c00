package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.peer.Assignment.CompilerBacklog;
import org.junit.jupiter.api.Test;

final class CompilerBacklogTest {
    private static final long MILLI = 1_000_000;

    private long passedMillis;

    @Test
    void compilerThatRestsIsWaitedForOnlyBriefly() throws InterruptedException {
        await(() -> 7);

        assertThat(passedMillis).isEqualTo(CompilerBacklog.REST_MILLIS);
    }

    @Test
    void compilerThatGoesOnForAWhileIsWaitedFor() throws InterruptedException {
        await(() -> MILLI * Math.min(passedMillis, 90));

        assertThat(passedMillis).isEqualTo(90 + CompilerBacklog.REST_MILLIS);
    }

    @Test
    void compilerThatNeverRestsHoldsNothingUpForLong() throws InterruptedException {
        await(() -> MILLI * passedMillis);

        assertThat(passedMillis).isEqualTo(200);
    }

    @Test
    void secondWaitHasWhatTheFirstHasLeft() throws InterruptedException {
        CompilerBacklog backlog = backlog(() -> MILLI * Math.max(Math.min(passedMillis, 90), passedMillis - 20));
        backlog.awaitEnd();
        assertThat(passedMillis).isEqualTo(110);

        backlog.awaitEnd();

        assertThat(passedMillis).isEqualTo(200);
    }

    private void await(CompilationClock compiler) throws InterruptedException {
        backlog(compiler).awaitEnd();
    }

    private CompilerBacklog backlog(CompilationClock compiler) {
        return new CompilerBacklog(compiler, millis -> passedMillis += millis);
    }
}
