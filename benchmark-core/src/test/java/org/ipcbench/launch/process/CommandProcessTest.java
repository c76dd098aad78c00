package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.launch.command.Neighbour;
import org.ipcbench.placement.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
final class CommandProcessTest {
    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    /** So that no other process has the same command. */
    private final String seconds = Integer.toString(ThreadLocalRandom.current().nextInt(100_000, 999_999));

    @TempDir
    private Path scratch;

    @Test
    void allProcessesEndWithItEvenThoseThatLeftItsSession() throws Exception {
        try (CommandProcess neighbour = start("sleep %1$s & setsid sleep %1$s & sleep %1$s")) {
            await(() -> sleepers() == 3);
        }
        assertThat(sleepers()).isZero();
    }

    /** As the kernel does it when the launcher is killed. */
    @Test
    void closedPipeIsEnough() throws Exception {
        try (CommandProcess neighbour = start("setsid sleep %1$s & sleep %1$s")) {
            await(() -> sleepers() == 2);
            neighbour.kill();
            await(() -> sleepers() == 0);
        }
    }

    @Test
    void timeOfProcessesThatHaveEndedCounts() throws Exception {
        try (CommandProcess neighbour =
                start("sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; sleep %1$s")) {
            await(() -> sleepers() == 1);
            assertThat(neighbour.read().cpuNanos()).isPositive();
        }
    }

    /** The process that has started it is gone, so that its time goes to the system's first process. */
    @Test
    void timeOfAnOrphanCountsUntilItEndsAndIsUnknownThen() throws Exception {
        try (CommandProcess neighbour =
                start("sh -c 'sh -c \"trap : TERM; sleep %1$s & wait\" &'; while :; do :; done & sleep %1$s & wait")) {
            await(() -> sleepers() == 2 && !neighbour.read().orphans().isEmpty());
            CommandProcess.Reading before = neighbour.read();
            Thread.sleep(50);
            assertThat(neighbour.read().since(before)).isNotNaN();

            for (long orphan : before.orphans()) {
                ProcessHandle.of(orphan).ifPresent(ProcessHandle::destroy);
            }
            await(() -> !neighbour.read().orphans().containsAll(before.orphans()));
            assertThat(neighbour.read().since(before)).isNaN();
        }
    }

    @Test
    void endOfTheCommandIsToldWithItsLastWords() throws Exception {
        try (CommandProcess neighbour = start("echo unheard; echo no stress today >&2; exit 3")) {
            await(() -> neighbour.end().isPresent());
            assertThat(neighbour.end()).hasValue("the neighbour ended with exit code 3; last words: no stress today");
        }
    }

    /** As a load does that has files or shared memory to remove. It outlives the end of its child, which may be told before it. */
    @Test
    void neighbourIsToldToEndBeforeItIsKilled() throws Exception {
        Path told = scratch.resolve("told");
        try (CommandProcess neighbour =
                start("trap 'sleep 0.1; : >" + told + "; exit' TERM; while :; do sleep %1$s & wait; done")) {
            await(() -> sleepers() == 1);
        }
        assertThat(told).exists();
        assertThat(sleepers()).isZero();
    }

    @Test
    void neighbourThatDoesNotEndIsKilled() throws Exception {
        try (CommandProcess neighbour = start("trap '' TERM; sleep %1$s & sleep %1$s; sleep %1$s")) {
            await(() -> sleepers() == 2);
        }
        assertThat(sleepers()).isZero();
    }

    @Test
    void loadCountsOnlyBetweenItsReadings() {
        CommandProcess.Reading before = new CommandProcess.Reading(1_000, 5_000);

        assertThat(new CommandProcess.Reading(3_000, 9_000).since(before)).isEqualTo(2);
        assertThat(new CommandProcess.Reading(3_000, 4_000).since(before))
                .as("what a thread that has ended had of its last tick")
                .isZero();
        assertThat(new CommandProcess.Reading(3_000, 20_000_000).since(new CommandProcess.Reading(1_000, 50_000_000)))
                .isNaN();
    }

    @Test
    void nobodyIsBesideByDefault() throws Exception {
        try (CommandProcess nobody = CommandProcess.start(Neighbour.NONE, Placement.UNPINNED, scratch)) {
            assertThat(nobody.read().cpuNanos()).isZero();
            assertThat(nobody.end()).isEmpty();
        }
    }

    private static void await(Callable<Boolean> end) throws Exception {
        long deadline = System.nanoTime() + PROMPTLY.toNanos();
        while (!end.call()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(10);
        }
    }

    private CommandProcess start(String script) throws IOException {
        return CommandProcess.start(
                new Neighbour(List.of("sh", "-c", script.formatted(seconds)), Optional.empty()),
                Placement.UNPINNED,
                scratch);
    }

    private long sleepers() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.endsWith("sleep " + seconds))
                        .isPresent())
                .filter(process -> process.info()
                        .command()
                        .filter(path -> path.endsWith("sleep"))
                        .isPresent())
                .count();
    }
}
