package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InformationTest {

    @Test
    void listShowsEveryTransportInOrder() {
        Console console = Console.of("list");

        assertThat(console.exitCode()).isZero();
        assertThat(console.err()).isEmpty();
        assertThat(console.out().stream()
                        .filter(line -> line.startsWith("|"))
                        .skip(1)
                        .map(line -> line.substring(1, line.indexOf('|', 1)).strip())
                        .filter(id -> !id.isEmpty()))
                .containsExactlyInAnyOrderElementsOf(TransportRegistry.load().all().stream()
                        .map(Transport::id)
                        .toList());
    }

    @Test
    void listGroupsTransportsByWhatAPersonLooksFor() {
        TransportRegistry registry = new TransportRegistry(List.of(
                ListedTransport.of("radio").in(1, "libraries", "toys"),
                ListedTransport.of("nothing").in(2),
                ListedTransport.of("string").in(3, "sockets"),
                ListedTransport.of("tube").in(4, "pipes"),
                ListedTransport.of("bottle").in(5, "sockets")));

        assertThat(Console.of(registry, "list").out().stream()
                        .filter(line -> line.startsWith("| "))
                        .skip(1)
                        .map(line -> line.split(" *\\| *")))
                .extracting(cells -> cells[1] + " " + cells[2])
                .containsExactly("tube pipes", "string sockets", "bottle sockets", "radio libraries", "nothing ");
    }

    @Test
    void everyTransportButTheHarnessItselfIsOfOneKind() {
        Set<String> kinds =
                Set.of("pipes", "sockets", "queues", "shared-memory", "threads", "libraries", "rpc", "start");

        assertThat(TransportRegistry.load().all())
                .filteredOn(transport -> transport.info().groups().stream()
                                .filter(kinds::contains)
                                .count()
                        != 1)
                .extracting(Transport::id)
                .containsExactly("null");
    }

    @Test
    void listShowsWhyATransportIsMissingAndTheRemedy() {
        TransportRegistry registry = new TransportRegistry(List.of(
                ListedTransport.absent("radio", "no antenna", "install one"),
                ListedTransport.of("string").in(1, "toys")));

        assertThat(Console.of(registry, "list").out())
                .anySatisfy(line -> assertThat(line).contains("radio", "no: no antenna; install one"))
                .anySatisfy(line -> assertThat(line).contains("string", "toys", "blocking", "yes"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "-h",
                "throughput --help",
                "latency --help",
                "list --help",
                "doctor --help",
                "compare --help",
                "reproduce --help",
                "interactive --help",
                "-t tcp latency --help",
                "--help latency",
                "help",
                "help latency",
                "HELP Latency"
            })
    void helpGoesToStandardOutput(String arguments) {
        Console console = Console.of(arguments.split(" "));

        assertThat(console.exitCode()).isZero();
        assertThat(console.err()).isEmpty();
        assertThat(console.out()).first().asString().startsWith("Usage: ipcbench");
    }

    @Test
    void helpNamesCommandsTransportsGroupsAndExitCodes() {
        assertThat(text(Console.of("--help")))
                .contains("totalGB", "packageSizes", "iterations", "throughput", "list", "Exit codes: 0 ", "130")
                .contains(TransportRegistry.load().groups())
                .contains(TransportRegistry.load().all().stream()
                        .map(Transport::id)
                        .toList());
    }

    @Test
    void helpOfInteractiveNamesItsDefaultTransport() {
        TransportRegistry registry = new TransportRegistry(List.of(
                ListedTransport.of("bottle").in(1), ListedTransport.of("string").in(2, "interactive")));

        assertThat(text(Console.of(registry, "interactive", "--help"))).contains("(default: string).");
        assertThat(text(Console.of("interactive", "--help")))
                .contains("(default: "
                        + TransportRegistry.load().group("interactive").get(0).id() + ").");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--version",
                "-V",
                "throughput --version",
                "latency --version",
                "block --version",
                "transfer -V",
                "reproduce -V",
                "interactive -V",
                "list -V",
                "doctor -V",
                "compare -V"
            })
    void versionIsOneLine(String arguments) {
        Console console = Console.of(arguments.split(" "));

        assertThat(console.exitCode()).isZero();
        assertThat(console.err()).isEmpty();
        assertThat(console.out()).singleElement().asString().matches("ipcbench \\S+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "throughput --dry-run", "--help", "--version"})
    void unprintableOutputIsAFailure(String arguments) {
        Console console = Console.full(arguments.split(" "));

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).singleElement().asString().contains("standard output could not be written");
    }

    @Test
    void badUsageKeepsItsExitCodeWhereOutputCannotBePrinted() {
        Console console = Console.full("frobnicate");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains("'frobnicate'");
    }

    /** However wide the lines are. */
    private static String text(Console console) {
        return String.join(" ", console.out()).replaceAll("\\s+", " ");
    }
}
