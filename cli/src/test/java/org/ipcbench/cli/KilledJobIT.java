package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each process of each transport killed alone, in the middle of a stream: nothing of it stays, wherever it was. */
@EnabledOnOs(OS.LINUX)
class KilledJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    /** Where the kernel lists what outlives a process. */
    private static final List<Path> KERNEL_OBJECTS =
            List.of(Path.of("/proc/sysvipc/msg"), Path.of("/proc/sysvipc/shm"), Path.of("/proc/sysvipc/sem"));

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    static Stream<Transport> transports() {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.availability() instanceof Availability.Available);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void leavesNothing(Transport transport) throws IOException, InterruptedException {
        List<String> before = inventory();
        List<Role> victims = transport.traits().oneProcess() ? List.of(Role.CLIENT) : List.of(Role.SERVER, Role.CLIENT);
        Job job = start(
                "throughput",
                "-t",
                transport.id(),
                "-s",
                "1024",
                "--duration",
                "1h",
                "--warmup",
                "1ms",
                "-i",
                Integer.toString(victims.size() + 1));
        for (Role victim : victims) {
            ProcessHandle process = job.awaitExchange(victims, victim);
            process.destroyForcibly();
            await().atMost(PROMPTLY).until(() -> !process.isAlive());
        }
        job.awaitExchange(victims, Role.CLIENT);
        job.kill("KILL");

        await().atMost(PROMPTLY).untilAsserted(() -> {
            site.assertNothingLeft();
            assertThat(inventory()).isEqualTo(before);
        });
        assertThat(site.log())
                .extracting(line -> line.get("failure").getAsString())
                .zipSatisfy(
                        victims,
                        (failure, victim) ->
                                assertThat(failure).contains(victim.label() + " ended with exit code 137"));
    }

    /** System V objects by key and id, and the files in shared memory. */
    private static List<String> inventory() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path table : KERNEL_OBJECTS) {
            if (Files.exists(table)) {
                Files.readAllLines(table).stream()
                        .skip(1) // the columns' names
                        .map(line -> table + ": "
                                + String.join(
                                        " ", List.of(line.strip().split(" +")).subList(0, 2)))
                        .forEach(found::add);
            }
        }
        try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
            files.map(Path::toString).forEach(found::add);
        }
        return List.copyOf(new TreeSet<>(found));
    }
}
