package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ipcbench.cli.Console;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code compare} prints is tested beside its text; here are its exit codes and its complaints. */
final class CompareCommandTest {
    private static final double[] STEADY = {100, 101, 99, 100, 100.5};
    private static final double[] SLOWER = {80, 81, 79, 80, 80.5};

    @TempDir
    private Path directory;

    @Test
    void differenceAloneIsNoFailure() throws IOException {
        Console console = Console.of("compare", run("old", "a", STEADY), run("new", "a", SLOWER));

        assertThat(console.exitCode()).isZero();
        assertThat(console.out()).contains("0 faster, 1 slower, 0 no difference seen, 0 not comparable");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void gateFailsBeyondItsLimitOnly() throws IOException {
        String old = run("old", "a", STEADY);
        String slower = run("new", "a", SLOWER);

        Console beyond = Console.of("compare", old, slower, "--fail-on", "slower:15%");
        assertThat(beyond.exitCode()).isEqualTo(1);
        assertThat(beyond.err())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("--fail-on: a, throughput, bytes 64, unpinned: speed NEW/BASE is 0.800 (0.79")
                        .endsWith("in " + slower));
        Console there = Console.of("compare", old, slower, "--fail-on", "slower:20%");
        assertThat(there.exitCode()).as("the speed is 0.8").isEqualTo(125);
        assertThat(there.err()).anyMatch(line -> line.endsWith(", not certain; measure more iterations (-i)"));
        assertThat(Console.of("compare", old, slower, "--fail-on", "slower:30%").exitCode())
                .isZero();
        assertThat(Console.of("compare", old, slower, "--fail-on", "slower:0%").exitCode())
                .isEqualTo(1);
        assertThat(Console.of("compare", slower, old, "--fail-on", "slower:5%").exitCode())
                .as("faster")
                .isZero();
    }

    @Test
    void oneOfSeveralRunsFailsTheGate() throws IOException {
        String old = run("old", "a", STEADY);

        Console console =
                Console.of("compare", old, run("same", "a", STEADY), run("new", "a", SLOWER), "--fail-on", "slower:5%");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.out()).filteredOn(line -> line.startsWith("BASE")).hasSize(2);
    }

    @Test
    void strictComparisonFailsWhereAFigureIsLost() throws IOException {
        String old = run("old", List.of("a", "b"), STEADY);
        String fewer = run("new", List.of("a", "c"), STEADY);

        assertThat(Console.of("compare", old, fewer).exitCode()).isZero();
        Console strict = Console.of("compare", "--fail-on=missing", old, fewer);
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.err())
                .contains("--fail-on missing: b, throughput, bytes 64, unpinned: not comparable: not in NEW");
        assertThat(strict.err()).noneMatch(line -> line.contains("c, throughput"));
    }

    @Test
    void gateIsNotCertainOfAFigureThatIsLost() throws IOException {
        String old = run("old", List.of("a", "b"), STEADY);
        String fewer = run("new", List.of("a", "c"), STEADY);
        String slower = run("slower", "a", SLOWER);
        String lost = "--fail-on: b, throughput, bytes 64, unpinned: not comparable: not in NEW";

        Console holds = Console.of("compare", old, fewer, "--fail-on", "slower:5%");
        assertThat(holds.err()).containsExactly(lost);
        assertThat(holds.exitCode()).isEqualTo(125);
        Console fails = Console.of("compare", old, slower, "--fail-on", "slower:5%");
        assertThat(fails.err()).contains(lost);
        assertThat(fails.exitCode()).isEqualTo(1);
        Console strict = Console.of("compare", old, fewer, "--fail-on", "slower:5%,missing");
        assertThat(strict.err())
                .containsExactly("--fail-on missing: b, throughput, bytes 64, unpinned: not comparable: not in NEW");
        assertThat(strict.exitCode()).isEqualTo(1);
        String twice = run("twice", "a", new double[] {100, 101});
        assertThat(Console.of("compare", old, twice).exitCode()).isEqualTo(1);
        Console nothing = Console.of("compare", old, twice, "--fail-on", "slower:5%");
        assertThat(nothing.err()).hasSize(3).endsWith("no cell could be compared");
        assertThat(nothing.exitCode()).isEqualTo(125);
    }

    @Test
    void whatCannotBeComparedIsBadUsageInOneLine() throws IOException {
        String old = run("old", "a", STEADY);
        String csv = Files.writeString(directory.resolve("output.csv"), "Name,PacketSize\nTCP,64\n")
                .toString();
        String json = Files.writeString(directory.resolve("jmh.json"), "[{\"benchmark\": \"a\"}]")
                .toString();

        assertRefused("are the same; give two different ones", old, old);
        assertRefused("have no cell in common: transport is a in ", old, run("other", "z", STEADY));
        assertRefused(
                "Invalid value for NEW: " + csv + " is neither a directory of a run, nor a file of 'share'", old, csv);
        assertRefused(
                "Invalid value for BASE: " + json + " is neither a directory of a run, nor a file of 'share'",
                json,
                old);
        assertRefused(
                "Invalid value for NEW: '" + directory + "' is without a results.jsonl", old, directory.toString());
        assertRefused("'NEW'", old);
        assertRefused("'slower' must be slower:5%, p99-slower:20% or missing", old, csv, "--fail-on", "slower");
        assertRefused("'9' must be slower:5%, p99-slower:20% or missing", old, csv, "--fail-on", "9");
        assertRefused("runs are compared by their speeds; give slower:PERCENT", old, csv, "--fail-on", "p99-slower:5%");
        assertRefused("'0.01%' must be between 0.1% and 50%, or 0%", old, csv, "--fail-on", "slower:0.01%");
        assertRefused("separate values by single commas", old, csv, "--normalize-by", "a,");
        assertRefused("has no reference b", old, run("new", "a", STEADY), "--normalize-by", "b");
    }

    /** No peer starts for it. */
    @Test
    void runOfWhichNothingCanBeMeasuredIsRefusedInOneLine() {
        TransportRegistry registry = new TransportRegistry(
                List.of(ListedTransport.upTo(1, "small", "raise it").in(0, "toys")));
        String output = directory.resolve("output").toString();

        Console strict =
                Console.of(registry, "throughput", "-t", "small", "-s", "64,128", "--fail-on", "missing", "-o", output);
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.err())
                .filteredOn(line -> line.contains("small"))
                .singleElement()
                .asString()
                .contains("nothing can be measured: small")
                .contains("raise it");
    }

    private void assertRefused(String message, String... arguments) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(arguments));
        Console console = Console.of(all.toArray(new String[0]));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).singleElement().asString().contains(message);
    }

    private String run(String name, String transport, double[] speeds) throws IOException {
        return run(name, List.of(transport), speeds);
    }

    /** A run with an iteration of each cell for each speed. */
    private String run(String name, List<String> transports, double[] speeds) throws IOException {
        Path run = Files.createDirectory(directory.resolve(name));
        new EnvironmentFile()
                .write(
                        new EnvironmentProbe()
                                .capture(Instant.EPOCH, 42, new PeerJvm("17.0.15", 17, List.of()), Map.of()),
                        run.resolve(EnvironmentFile.FILE_NAME));
        List<Cell> cells =
                transports.stream().map(id -> SampleCells.cell(id, 64)).toList();
        RunIdentity identity = new RunIdentity(
                name, "host", "boot", "0.1.0", "1234567", "2026-02-03T04:05:06Z", List.of(), Map.of(), List.of());
        Plan plan = new Plan(cells, speeds.length, 0, 42);
        try (ResultsLog log = ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), plan, identity, null)) {
            for (int round = 1; round <= speeds.length; round++) {
                for (Cell cell : cells) {
                    log.iterationEnded(SampleCells.measured(cell, round, 100 / speeds[round - 1], 2_000));
                }
            }
            log.end(speeds.length, false);
        }
        return run.toString();
    }
}
