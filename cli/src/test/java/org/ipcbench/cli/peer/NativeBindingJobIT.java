package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.JavaHome;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.launch.command.Jvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs whose peers have a JVM with {@code java.lang.foreign}. */
@EnabledOnOs(OS.LINUX)
class NativeBindingJobIT extends RunningJobs {
    private static final int FOREIGN_FROM = 22;
    private static final List<String> NATIVE =
            List.of("pipe-native", "uds-dgram", "sysv-shm", "posix-mq", "ring-futex");

    /** Until code is compiled, a call allocates; on a busy machine that takes a while. */
    private static final String WARM_UP = "10s";

    /** The few KiB that an iteration allocates once, over its messages; the smallest object would be 16 bytes each. */
    private static final double MAX_BYTES_PER_MESSAGE = 1;

    /** One transport each time, and one of the others by turns. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void bothBindingsAreMeasuredInOneRunAndRecorded() throws IOException, InterruptedException, CsvValidationException {
        List<Jvm> installed = JavaHome.installed();
        assumeThat(installed).anyMatch(jvm -> jvm.feature() >= FOREIGN_FROM);
        Jvm jvm = installed.stream().max(Comparator.comparing(Jvm::feature)).orElseThrow();

        List<String> transports = new ArrayList<>(List.of("sysv-mq"));
        transports.addAll(Turns.today().one(NATIVE));

        measured(
                "throughput",
                "--placement",
                "unpinned",
                "-t",
                String.join(",", transports),
                "-s",
                "4096",
                "-n",
                "200000",
                "--warmup",
                WARM_UP,
                "-i",
                "1",
                "--jvm",
                jvm.home().toString(),
                "--vary",
                "jvm-args=,-Dipcbench.native=jnr");

        List<Map<String, String>> rows = site.table();
        assertThat(rows).hasSize(2 * transports.size()).allSatisfy(row -> {
            assertThat(row).containsEntry("Status", "measured");
            assertThat(allocated(row, "Client")).as("client").isLessThan(MAX_BYTES_PER_MESSAGE);
            assertThat(allocated(row, "Server")).as("server").isLessThan(MAX_BYTES_PER_MESSAGE);
        });
        assertThat(libraries().get("sysv-mq").getAsString())
                .matches("java\\.lang\\.foreign of JDK %s and jnr-ffi \\d.*".formatted(jvm.version()));
    }

    private static double allocated(Map<String, String> row, String side) {
        return Double.parseDouble(row.get(side + "AllocatedBytesPerMessage"));
    }

    private JsonObject libraries() throws IOException {
        String file = Files.readString(site.run().resolve("environment.json"));
        return JsonParser.parseString(file).getAsJsonObject().getAsJsonObject("transports");
    }
}
