package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.Main;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class NextQuestionTest {
    private static final Cell STREAM = SampleCells.cell("uds", 4096);
    private static final Cell ROUND_TRIPS = SampleCells.roundTrips(ListedTransport.of("uds"), 64);

    @Test
    void unrepeatedRunIsRepeated() {
        assertNext("throughput -t uds -i 1", STREAM, 1, "ipcbench throughput --transports=uds --iterations=3");
    }

    @ParameterizedTest
    @CsvSource({
        "2 2048 2, ipcbench latency --transports=classic --sizes=4096",
        "2 2048 2 -t uds, ipcbench latency --transports=uds --sizes=4096",
        "throughput -t uds --total 1G --jvm-args=-Xmx64m, ipcbench latency --transports=uds --jvm-args=-Xmx64m --sizes=4096",
    })
    void streamIsFollowedByRoundTrips(String typed, String next) {
        assertNext(typed, STREAM, 3, next);
    }

    @Test
    void roundTripsOnTwoCpusAreFollowedByARateThere() {
        Cell placed = SampleCells.withPlacement(
                ROUND_TRIPS, new Placement("split-cpu", Optional.empty(), Optional.empty(), ""));

        assertNext(
                "latency -t uds -s 64 --placement split-cpu",
                placed,
                3,
                "ipcbench load --transports=uds --sizes=64 --placement=split-cpu --rate=4000");
    }

    @Test
    void roundTripsAreFollowedByARateThatThePeersReach() {
        assertNext(
                "latency -t uds -s 64 --answer 4K",
                ROUND_TRIPS,
                3,
                "ipcbench load --transports=uds --sizes=64 --answer=4K --rate=4000");
    }

    @Test
    void ratesAreFollowedByTheHighestOne() {
        assertNext(
                "load -t uds --rate 10K -s 300",
                SampleLoads.cell("uds", 10_000),
                3,
                "ipcbench load --transports=uds --sizes=300 --rate=auto --p99=1ms");
    }

    @ParameterizedTest
    @CsvSource({"load -t uds --rate auto", "'throughput -t uds --vary jvm-args=,-Xint'"})
    void searchesAndComparisonsOfVariantsAnswerEverything(String typed) {
        Cell cell = typed.startsWith("load") ? SampleLoads.cell("uds", 10_000) : STREAM;

        assertThat(next(typed, cell, 3)).isEmpty();
    }

    @Test
    void nothingFollowsWithoutFigures() {
        assertThat(question("latency", new RunResult(List.of(new CellResult(ROUND_TRIPS, 3, List.of())), false)))
                .isEmpty();
    }

    private static void assertNext(String typed, Cell cell, int iterations, String command) {
        assertThat(next(typed, cell, iterations)).get().asString().endsWith(": " + command);
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
        words.remove(0);
        Console dry = Console.dry(words.toArray(String[]::new));
        assertThat(dry.exitCode()).as("%s", dry.err()).isZero();
    }

    private static Optional<String> next(String typed, Cell cell, int iterations) {
        CellResult result = new CellResult(
                cell,
                iterations,
                IntStream.rangeClosed(1, iterations)
                        .mapToObj(iteration -> SampleCells.measured(cell, iteration, 1, 1_000))
                        .toList());
        return question(typed, new RunResult(List.of(result), false));
    }

    private static Optional<String> question(String typed, RunResult result) {
        Terminal terminal =
                new Terminal(InputStream.nullInputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream());
        CommandLine line = Main.commandLine(new CliContext(terminal, TransportRegistry.load(), ""));
        CommandLine.ParseResult parsed = line.parseArgs(typed.split(" ", -1));
        CommandLine.ParseResult last = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        return new NextQuestion((MeasuringCommand) last.commandSpec().userObject(), result).text();
    }
}
