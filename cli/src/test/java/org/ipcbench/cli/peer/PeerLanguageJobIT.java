package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Peers that are no JVM. */
@EnabledOnOs(OS.LINUX)
class PeerLanguageJobIT extends RunningJobs {
    private static final String PAIRS = "peer=c,java:c,c:java,c:python,python:c";

    @Test
    void javaAndCMeasureRoundTripsWithEachOther() throws Exception {
        measured(arguments("latency", "-t", "tcp,uds", "--client-peer", "java", "--server-peer", "c"));

        assertThat(site.table())
                .extracting(row -> row.get("Transport") + " " + row.get("Status"))
                .containsExactlyInAnyOrder("tcp measured", "uds measured");
        assertThat(JsonParser.parseString(Files.readString(site.run().resolve("environment.json")))
                        .getAsJsonObject()
                        .getAsJsonObject("walls")
                        .get("server")
                        .getAsString())
                .contains("C ");
    }

    @Test
    void programThatSpeaksNoProtocolIsNamedInOneLine() throws Exception {
        assertRefused("echo Welcome; sleep 9", "prints something else than control messages");
        assertRefused("echo no libfoo >&2; exit 7", "exit code 7 before a peer answered: no libfoo");
        assertRefused("exit 3", "exit code 3 before a peer answered");
    }

    @Tag("full")
    @Test
    void everyLanguageSpeaksEveryTransport() throws Exception {
        measured(arguments(
                "latency",
                "-t",
                "tcp,uds,pipe,posix-mq,ring-spin,fifo",
                "--vary",
                "peer=java:c,c:java,java:python,python:java"));

        assertThat(site.table())
                .hasSize(24)
                .allSatisfy(row -> assertThat(row.get("Status"))
                        .as(row.toString())
                        .isEqualTo("fifo".equals(row.get("Transport")) ? "unsupported" : "measured"))
                .allSatisfy(row -> assertThat(row.get("Peers")).isEqualTo(row.get("Variant")));
    }

    @Tag("full")
    @Test
    void everyLanguageMeasuresStreams() throws Exception {
        measured(arguments("throughput", "-t", "uds", "--vary", PAIRS));

        assertThat(site.table())
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.get("Status")).isEqualTo("measured"));
    }

    /** A stall of a few milliseconds at the end makes such a short load too late, which says nothing about the peers. */
    @Tag("full")
    @Test
    void everyLanguageSendsAndReceivesAWholeLoad() throws Exception {
        start(arguments("load", "--rate", "2000", "-t", "uds", "--vary", PAIRS)).exitCode();

        site.assertNothingLeft();
        assertThat(site.table()).hasSize(5).allSatisfy(row -> {
            assertThat(row.get("Status")).isIn("measured", "not-reached");
            assertThat(row.get("Messages")).as("all that are due in 50 ms").isEqualTo("100");
            assertThat(row.get("NotSentPercent")).asString().matches("0(\\.0+)?");
        });
    }

    /** The sample does what docs/your-own-peer.md says. */
    @Tag("full")
    @Test
    void sampleInGoMeasuresWithAllOthers() throws Exception {
        Path program = site.root().resolve("go-peer");
        Path sources = Path.of("..", "samples", "go-peer");
        assumeThat(succeeds(List.of("sh", "-c"), "command -v go")).as("Go").isTrue();
        assertThat(succeeds(List.of("go", "build", "-C", sources.toString(), "-o", program.toString()), "."))
                .isTrue();

        measured(arguments("latency", "-t", "tcp,uds", "--vary", "peer=%1$s,java:%1$s,%1$s:c".formatted(program)));

        assertThat(site.table())
                .hasSize(6)
                .allSatisfy(row -> assertThat(row.get("Status")).isEqualTo("measured"));
    }

    private void assertRefused(String script, String words) throws IOException, InterruptedException {
        Path program = Files.writeString(site.root().resolve("peer.sh"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        Job job = start(arguments("latency", "-t", "tcp", "--server-peer", program.toString()));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err())
                .singleElement()
                .asString()
                .contains("'--server-peer'", "peer.sh", words)
                .doesNotContain("podman", "--via");
        assertThat(site.output()).doesNotExist();
        site.assertNothingLeft();
    }

    private static String[] arguments(String question, String... more) {
        List<String> all = new ArrayList<>(List.of(question.split(" ")));
        all.addAll(List.of("-s", "64", "--duration", "50ms", "--warmup", "100ms", "--placement", "unpinned"));
        all.addAll(List.of("-i", "1", "--no-baseline"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
