package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Peers that are no JVM. */
@EnabledOnOs(OS.LINUX)
class PeerLanguageJobIT extends RunningJobs {

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
    }

    @Tag("full")
    @Test
    void pairsOfBothLanguagesAnswerEveryQuestion() throws Exception {
        for (String question : List.of("latency", "throughput", "load --rate 2000")) {
            measured(arguments(question, "-t", "tcp,uds,pipe,posix-mq,fifo", "--vary", "peer=c,java:c,c:java"));

            assertThat(site.table())
                    .as(question)
                    .hasSize(15)
                    .allSatisfy(row -> assertThat(row.get("Status"))
                            .as(row.toString())
                            .isEqualTo("fifo".equals(row.get("Transport")) ? "unsupported" : "measured"));
        }
    }

    private void assertRefused(String script, String words) throws IOException, InterruptedException {
        Path program = Files.writeString(site.root().resolve("peer.sh"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        Job job = start(arguments("latency", "-t", "tcp", "--server-peer", program.toString()));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err()).singleElement().asString().contains("'--server-peer'", "peer.sh", words);
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
