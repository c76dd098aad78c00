package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.PeerPair;
import org.ipcbench.launch.Peers.Task;
import org.ipcbench.launch.command.ClassPath.ReplacedJarException;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A jar that is built anew while a run goes on. */
@EnabledOnOs(OS.LINUX)
class ReplacedJarJobIT extends RunningJobs {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final int SIZE_BYTES = 64;
    private static final int ITERATIONS = 10;

    @Tag("full")
    @Test
    void runEndsAndGoesOnOnceTheJarIsBack() throws Exception {
        Path jar = site.root().resolve("suite.jar");
        Path kept = site.root().resolve("kept.jar");
        Files.copy(Job.JAR, jar, StandardCopyOption.COPY_ATTRIBUTES);
        Job job = Job.startFrom(
                site,
                Job.WITHOUT_CLASS_ARCHIVE,
                jar,
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                Integer.toString(ITERATIONS),
                "-t",
                "null",
                "-s",
                "64",
                "-n",
                "1",
                "--warmup",
                "1ms");
        jobs.add(job);
        await().atMost(SOON).until(() -> site.iterations() > 0);

        Files.move(jar, kept);
        Files.copy(Job.JAR, jar);

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.err())
                .contains("the run ended early: %s was replaced during the run;".formatted(jar)
                        + " put it back and resume the run, or measure again");
        assertThat(site.log()).hasSizeLessThan(ITERATIONS).noneMatch(line -> line.has("failure"));
        Files.move(kept, jar, StandardCopyOption.REPLACE_EXISTING);
        Job resumed = Job.startDialogue(site, List.of(), "resume", site.run().toString());
        jobs.add(resumed);
        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertThat(site.log()).hasSize(ITERATIONS);
    }

    /** Between the starts of two JVMs of one pair. */
    @Test
    void noIterationMixesBuilds() throws Exception {
        Path jar = site.root().resolve("plugin.jar");
        Files.writeString(jar, "a jar");
        PeerSettings settings = new PeerSettings(
                        Jvm.current(),
                        List.of(),
                        PeerSettings.currentClassPath() + File.pathSeparator + jar,
                        Duration.ofSeconds(20))
                .observedBy((role, message) -> {
                    if (message instanceof Ready) {
                        jar.toFile().delete();
                    }
                });
        Workload workload = new MessageStream(new Extent.Count(1), SIZE_BYTES);
        try (PeerPair peers = start(settings)) {

            assertThatThrownBy(() -> peers.measure(
                            new Task(workload, SIZE_BYTES, 0, UnaryOperator.identity(), Scheduler.OTHER, 0, 0),
                            unwatched -> {}))
                    .isInstanceOf(ReplacedJarException.class)
                    .hasMessageStartingWith(jar + " was replaced");
        }
        assertThatThrownBy(() -> start(settings)).isInstanceOf(ReplacedJarException.class);
    }

    private static PeerPair start(PeerSettings settings) throws IOException {
        return PeerPair.start(
                settings, TransportRegistry.load().named("uds"), SIZE_BYTES, Placement.UNPINNED, Clients.ONE);
    }
}
