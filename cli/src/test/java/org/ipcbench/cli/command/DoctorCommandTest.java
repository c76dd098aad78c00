package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.cli.Console;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    private static final TransportRegistry REGISTRY = new TransportRegistry(List.of(
            ListedTransport.absent("radio", "no antenna", "install one"),
            ListedTransport.upTo(100, "bottle", "raise it"),
            ListedTransport.of("string").in(3, "standard")));

    /** What is found here depends on the machine; that the exit code agrees with it does not. */
    @Test
    void exitCodeSaysWhetherSomethingSeriousWasFoundOnThisMachine() {
        Console console = Console.of("doctor");

        boolean serious = console.out().stream().anyMatch(line -> line.startsWith("serious: "));
        assertThat(console.exitCode()).as(String.join("\n", console.out())).isEqualTo(serious ? 1 : 0);
        assertThat(console.err()).isEmpty();
        assertThat(console.out()).last().asString().matches("found: .*|nothing found that changes figures");
    }

    /** One look at this machine, which takes three seconds, for all that is found without it. */
    @Test
    void namedTransportsAndTheOutputDirectoryAreComparedWithWhatWasAsked(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Console console = Console.of(
                REGISTRY,
                "doctor",
                "-t",
                "radio,bottle",
                "-s",
                "64,128",
                "--output",
                file.resolve("runs").toString());

        assertThat(String.join("\n", console.out()))
                .as("each finding with its effect and its remedy")
                .contains("""
                        serious: radio: not available: no antenna
                          figures: none of this transport
                          remedy: install one
                        """.strip());
        assertThat(console.out()).contains("moderate: bottle: carries at most 100 bytes on this machine, not 128");
        assertThat(console.exitCode()).as("serious findings").isEqualTo(1);
        assertThat(console.out())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("serious: output directory: ")
                        .contains("not a directory"));
        assertThat(directory).isDirectoryContaining(file::equals);
    }

    @Test
    void unknownTransportIsBadUsage() {
        Console console = Console.of(REGISTRY, "doctor", "-t", "strin");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains("--transports", "string");
    }
}
