package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several server processes share what clients send. */
@EnabledOnOs(OS.LINUX)
class WorkersJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofSeconds(60);

    private static final List<Arguments> QUEUES = List.of(
            Arguments.of("sysv-mq", "3", 1),
            Arguments.of("posix-mq", "3", 1),
            Arguments.of("fifo", "3", 1),
            Arguments.of("fifo-native", "2", 1));

    private static final List<Arguments> LISTENERS =
            List.of(Arguments.of("uds", "2", 4), Arguments.of("tcp", "2", 4), Arguments.of("tcp", "2:reuseport", 4));

    /** One by turns, as of the listeners. */
    static Stream<Arguments> queue() {
        return Turns.today().one(QUEUES).stream();
    }

    static Stream<Arguments> listener() {
        return Turns.today().one(LISTENERS).stream();
    }

    @ParameterizedTest
    @MethodSource("queue")
    void requestsOfAQueueAreAnsweredBySomeWorker(String transport, String workers, int clients)
            throws IOException, InterruptedException {
        assertAllAreAnswered(transport, workers, clients);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("listener")
    void requestsOfConnectionsAreAnsweredBySomeWorker(String transport, String workers, int clients)
            throws IOException, InterruptedException {
        assertAllAreAnswered(transport, workers, clients);
    }

    private void assertAllAreAnswered(String transport, String workers, int clients)
            throws IOException, InterruptedException {
        Job job = load(transport, workers, clients, "300ms", "--work", "sleep:100us");

        assertThat(job.exitCode()).isBetween(0, 1); // a busy machine may not reach the rate
        JsonObject line = site.log().get(0);
        assertThat(line.has("measurement")).as("%s", line).isTrue();
        JsonObject measurement = line.getAsJsonObject("measurement");
        JsonObject shared = measurement.getAsJsonObject("workers");
        assertThat(StreamSupport.stream(shared.getAsJsonArray("messages").spliterator(), false)
                        .mapToLong(each -> each.getAsLong())
                        .sum())
                .isEqualTo(measurement.get("messages").getAsLong());
        assertThat(measurement.getAsJsonObject("work").get("samples").getAsLong())
                .as("of all workers")
                .isEqualTo(measurement.get("messages").getAsLong());
        assertThat(shared.getAsJsonArray("jvms")).hasSameSizeAs(shared.getAsJsonArray("messages"));
        boolean isTold = 0 <= switches(measurement, "clientCost");
        assertThat(switches(measurement, "serverCost")).isGreaterThanOrEqualTo(isTold ? 1 : -1);
        List<Long> times = marks(measurement, "serverCircumstances");
        assertThat(times).as("of all workers").hasSizeGreaterThan(1).isSorted();
        assertThat(times.get(0))
                .isGreaterThan(marks(measurement, "clientCircumstances").get(0));
        site.assertNothingLeft();
    }

    private static List<Long> marks(JsonObject measurement, String peer) {
        return StreamSupport.stream(
                        measurement
                                .getAsJsonObject(peer)
                                .getAsJsonArray("marks")
                                .spliterator(),
                        false)
                .map(mark -> mark.getAsJsonObject().get("nanos").getAsLong())
                .toList();
    }

    private static long switches(JsonObject measurement, String cost) {
        return measurement
                .getAsJsonObject(cost)
                .getAsJsonObject("kernel")
                .get("voluntarySwitches")
                .getAsLong();
    }

    @Tag("full")
    @Test
    void killedWorkerFailsTheCellAndLeavesNothing() throws IOException, InterruptedException {
        Job job = load("sysv-mq", "3", 1, "20s");
        await().atMost(Job.DEADLINE).until(() -> worker() != 0);

        Job.kill("KILL", Long.toString(worker()));

        assertThat(job.exitCode()).isOne();
        assertThat(site.log().get(0).getAsJsonObject("failure").get("message").getAsString())
                .contains("server 3 ended with exit code 137");
        site.assertNothingLeft();
    }

    /** {@code FaultMatrixIT} also kills it, with other ends in the same run. */
    @Tag("full")
    @Test
    void workersEndWithTheirLauncher() throws IOException, InterruptedException {
        Job job = load("fifo", "3", 1, "20s");
        await().atMost(Job.DEADLINE).until(() -> worker() != 0);

        Job.kill("KILL", Long.toString(job.pid()));

        await().atMost(PROMPTLY).untilAsserted(site::assertNothingLeft);
    }

    /** The third worker; 0 if it does not run yet. */
    private long worker() {
        return site.processes().stream()
                .filter(each -> each.info().commandLine().orElse("").contains("server-3")
                        && each.info().commandLine().orElse("").endsWith(" server"))
                .mapToLong(ProcessHandle::pid)
                .max()
                .orElse(0);
    }

    private Job load(String transport, String workers, int clients, String duration, String... further)
            throws IOException {
        return start(Stream.concat(Stream.of(command(transport, workers, clients, duration)), Stream.of(further))
                .toArray(String[]::new));
    }

    private static String[] command(String transport, String workers, int clients, String duration) {
        return new String[] {
            "load",
            "-t",
            transport,
            "-s",
            "64",
            "--rate",
            "500",
            "--in-flight",
            "8",
            "--workers",
            workers,
            "--clients",
            Integer.toString(clients),
            "--client-threads",
            "-i",
            "1",
            "--warmup",
            "300ms",
            "--duration",
            duration
        };
    }
}
