package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each process of each transport killed alone, in the middle of a stream: nothing of it stays in any place. */
@EnabledOnOs(OS.LINUX)
class KilledJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    /** Transports with files, shared memory or objects of the kernel; a change is likeliest to forget those. */
    private static final List<String> LASTING =
            List.of("fifo", "udp", "sysv-shm", "sysv-mq", "posix-mq", "zmq-ipc", "ring-futex", "aeron-ipc");

    @TempDir
    Path mountPoint;

    /** Those that have objects which outlive a process unless somebody removes them. */
    static Stream<String> transportsWithLastingObjects() {
        return LASTING.stream();
    }

    static Stream<String> otherTransports() {
        return TransportRegistry.load().all().stream().map(Transport::id).filter(id -> !LASTING.contains(id));
    }

    @ParameterizedTest
    @MethodSource("transportsWithLastingObjects")
    void killedProcessLeavesNothing(String id) throws IOException, InterruptedException {
        assertLeavesNothing(TransportRegistry.load().named(id));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("otherTransports")
    void killedProcessLeavesNothingForTransportsWithoutLastingObjects(String id)
            throws IOException, InterruptedException {
        assertLeavesNothing(TransportRegistry.load().named(id));
    }

    private void assertLeavesNothing(Transport transport) throws IOException, InterruptedException {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Belongings belongings = new Belongings(new PosixQueues(mountPoint));
        List<Role> victims = transport.traits().oneProcess() ? List.of(Role.CLIENT) : List.of(Role.SERVER, Role.CLIENT);
        Job job = start(
                "throughput",
                "--no-baseline",
                "-t",
                transport.id(),
                "-s",
                "1024",
                "--duration",
                "1h",
                "--warmup",
                "1ms",
                "-i",
                Integer.toString(victims.size() + 1),
                "--verbose");
        int iteration = 1;
        for (Role victim : victims) {
            ProcessHandle process = job.awaitMeasuring(iteration, victim);
            note(belongings);
            process.destroyForcibly();
            await().atMost(PROMPTLY).until(() -> !process.isAlive());
            iteration++;
        }
        job.awaitMeasuring(iteration, Role.CLIENT);
        note(belongings);
        job.kill("KILL");

        await().atMost(PROMPTLY).untilAsserted(() -> {
            site.assertNothingLeft();
            assertThat(belongings.left()).as("kept by the kernel").isEmpty();
        });
        assertThat(site.log())
                .extracting(line -> line.get("failure").getAsString())
                .zipSatisfy(
                        victims,
                        (failure, victim) ->
                                assertThat(failure).contains(victim.label() + " ended with exit code 137"));
    }

    private void note(Belongings belongings) throws IOException {
        belongings.note(site.processes().stream().map(ProcessHandle::pid).toList(), site.scratchDirectories());
    }
}
