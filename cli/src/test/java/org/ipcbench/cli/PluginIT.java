package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of a third party's transports: compiled against the program's jar alone, and measured by name. */
class PluginIT {
    private static final Path SAMPLES = Path.of("..", "samples");
    private static final Path PROGRAM = Path.of("..", "target", "ipc-benchmarktest.jar");

    @TempDir(factory = JobSite.Factory.class)
    private Path root;

    private JobSite site;

    @BeforeEach
    void makeTheSite() throws IOException {
        site = JobSite.at(root);
    }

    @Test
    void pluginIsMeasuredBesideTheSuitesTransports() throws IOException, InterruptedException, CsvValidationException {
        Path plugin = compiled("tcp-io");

        try (Job job = Job.start(
                site,
                "throughput",
                "-i",
                "1",
                "--no-baseline",
                "-t",
                "tcp-io,tcp",
                "-s",
                "1,4096",
                "-n",
                "2000",
                "--warmup",
                "20ms",
                "--plugin",
                plugin.toString())) {
            assertThat(job.exitCode()).as(String.join("\n", job.err())).isZero();
        }
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"), row -> row.get("Messages"))
                .containsExactly(
                        tuple("tcp", "measured", "2000"),
                        tuple("tcp", "measured", "2000"),
                        tuple("tcp-io", "measured", "2000"),
                        tuple("tcp-io", "measured", "2000"));
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void slowTwinTakesItsDelayForEveryMessage() throws IOException, InterruptedException, CsvValidationException {
        int messages = 20;
        int delayNanos = 5_000_000;

        try (Job job = Job.start(
                site,
                "latency",
                "-t",
                "twin-a,twin-b,twin-slow",
                "-n",
                Integer.toString(messages),
                "-i",
                "1",
                "--warmup",
                "20ms",
                "--jvm-args=-Dtwins.delay.nanos=" + delayNanos,
                "--plugin",
                compiled("twins").toString())) {
            assertThat(job.exitCode()).as(String.join("\n", job.err())).isZero();
        }
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactly(
                        tuple("twin-a", "measured"), tuple("twin-b", "measured"), tuple("twin-slow", "measured"));
        double bothWays = 2.0 * messages * delayNanos / 1e9;
        assertThat(Double.parseDouble(site.table().get(2).get("AvgLatencySeconds")))
                .isGreaterThanOrEqualTo(bothWays);
        site.assertNothingLeft();
    }

    /** The jar of a sample. */
    private Path compiled(String name) throws IOException {
        Path sample = SAMPLES.resolve(Path.of(name, "src", "main"));
        Path classes = Files.createDirectory(root.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "--release",
                "17",
                "-proc:none",
                "-Xlint:all",
                "-Werror",
                "-cp",
                PROGRAM.toString(),
                "-d",
                classes.toString()));
        try (Stream<Path> sources = Files.walk(sample.resolve("java"))) {
            sources.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        Path plugin = root.resolve(name + ".jar");
        try (OutputStream file = Files.newOutputStream(plugin);
                JarOutputStream jar = new JarOutputStream(file)) {
            addAll(classes, jar);
            addAll(sample.resolve("resources"), jar);
        }
        return plugin;
    }

    private static void addAll(Path directory, JarOutputStream jar) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(directory.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }
}
