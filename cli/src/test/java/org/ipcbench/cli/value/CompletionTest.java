package org.ipcbench.cli.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The completion script that the build made, asked by a real bash as the tab key asks it. */
@EnabledOnOs(OS.LINUX)
class CompletionTest {
    private static final Path SCRIPT = Path.of("..", "target", "completion", "ipcbench.bash")
            .toAbsolutePath()
            .normalize();

    /** Calls the function that bash would call for the last of these words, and prints what it would offer. */
    private static final String TAB = """
            source "$1"; shift
            compopt() { :; } # bash allows the real one while the tab key is at work only
            complete -p "$1" > /dev/null || exit 1
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            "$(complete -p "$1" | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    @TempDir
    private Path directory;

    @Test
    void offersCommandsAndOptions() throws IOException, InterruptedException {
        assertThat(offers("th")).containsExactly("throughput");
        assertThat(offers("throughput", "--d"))
                .contains("--duration", "--dry-run")
                .doesNotContain("--buffer");
        assertThat(offers("latency", "--")).contains("--count", "--duration", "--sizes");
    }

    @Test
    void offersEveryTransportAndGroup() throws IOException, InterruptedException {
        TransportRegistry registry = TransportRegistry.load();
        List<String> ids = registry.all().stream().map(Transport::id).toList();

        assertThat(offers("throughput", "-t", "")).containsAll(ids).containsAll(registry.groups());
        assertThat(offers("-t", "")).as("of the command without a subcommand").containsAll(ids);
        assertThat(offers("throughput", "--transports", "class")).containsExactly("classic");
    }

    @Test
    void offersPlacements() throws IOException, InterruptedException {
        assertThat(offers("latency", "--placement", "s"))
                .containsExactlyInAnyOrder("same-cpu", "split-cpu", "same-node");
    }

    @Test
    void offersPlacementsAndLanguagesToEveryCommandThatTakesThem() throws IOException, InterruptedException {
        assertThat(offers("interactive", "--placement", "s"))
                .containsExactlyInAnyOrder("same-cpu", "split-cpu", "same-node");
        for (String command : List.of("throughput", "latency", "block", "transfer", "reproduce", "interactive")) {
            assertThat(offers(command, "--locale", "")).as(command).containsExactly("de", "en");
        }
        assertThat(offers("--locale", "d")).containsExactly("de");
    }

    @Test
    void offersTheNextElementOfAList() throws IOException, InterruptedException {
        assertThat(offers("throughput", "-t", "tcp,u"))
                .contains("tcp,uds", "tcp,udp")
                .allMatch(offer -> offer.startsWith("tcp,u"));
        assertThat(offers("--transports", "tcp,uds,"))
                .contains("tcp,uds,pipe", "tcp,uds,classic")
                .doesNotContain("tcp,uds,tcp", "tcp,uds,uds");
        assertThat(offers("latency", "--ignore", "wide,two")).containsExactly("wide,two-speeds");
        assertThat(offers("latency", "--placement", "same-cpu,s"))
                .containsExactlyInAnyOrder("same-cpu,split-cpu", "same-cpu,same-node");
    }

    @Test
    void offersNoListWhereOneValueIsAskedFor() throws IOException, InterruptedException {
        assertThat(offers("interactive", "-t", "tcp,")).containsExactly("");
        assertThat(offers("interactive", "--transports", "tcp,")).containsExactly("");
        assertThat(offers("interactive", "--transports", "tc")).contains("tcp");
        assertThat(offers("interactive", "--placement", "unpinned,")).containsExactly("");
    }

    @Test
    void completionExecutesNothingThatWasTyped() throws IOException, InterruptedException {
        Path trace = directory.resolve("trace");
        String typed = "$(touch %s),`touch %s`,uds-j".formatted(trace, trace);

        assertThat(offers("throughput", "-t", typed)).containsExactly(typed + "unix");
        assertThat(trace).doesNotExist();
    }

    @Test
    void offersFilesWhereAnOptionTakesOne() throws IOException, InterruptedException {
        Path file = Files.createFile(directory.resolve("my-transport.jar"));

        assertThat(offers("list", "--plugin", directory + "/my")).containsExactly(file.toString());
        assertThat(offers("transfer", directory + "/my")).containsExactly(file.toString());
        assertThat(offers("throughput", "-o", directory + "/my")).containsExactly(file.toString());
    }

    private static List<String> offers(String... words) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", "--norc", "-c", TAB, "bash", SCRIPT.toString(), "ipcbench"));
        command.addAll(List.of(words));
        Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
        bash.getOutputStream().close();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return output.lines().map(String::strip).toList();
    }
}
