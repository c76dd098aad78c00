package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.cli.Console;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code compare} prints is tested beside its text; here are its exit codes and its complaints, on results of JMH. */
final class CompareCommandTest {
    private static final String STEADY = "[[100.0, 101.0, 99.0, 100.0, 100.5]]";
    private static final String SLOWER = "[[80.0, 81.0, 79.0, 80.0, 80.5]]";

    @TempDir
    private Path directory;

    @Test
    void differenceAloneIsNoFailure() throws IOException {
        Console console = Console.of("compare", result("old", "a", STEADY), result("new", "a", SLOWER));

        assertThat(console.exitCode()).isZero();
        assertThat(console.out()).contains("0 faster, 1 slower, 0 no difference seen, 0 not comparable");
        assertThat(console.err()).allMatch(line -> line.contains("fewer than 3 forks"));
    }

    @Test
    void gateFailsBeyondItsLimitOnly() throws IOException {
        String old = result("old", "a", STEADY);
        String slower = result("new", "a", SLOWER);

        Console beyond = Console.of("compare", old, slower, "--fail-on", "slower:15%");
        assertThat(beyond.exitCode()).isEqualTo(1);
        assertThat(beyond.err())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("--fail-on: a, thrpt: speed NEW/BASE is 0.800 (0.79")
                        .endsWith("in " + slower));
        assertThat(Console.of("compare", old, slower, "--fail-on", "slower:20%").exitCode())
                .isZero();
        assertThat(Console.of("compare", slower, old, "--fail-on", "slower:5%").exitCode())
                .as("faster")
                .isZero();
    }

    @Test
    void oneOfSeveralRunsFailsTheGate() throws IOException {
        String old = result("old", "a", STEADY);

        Console console = Console.of(
                "compare", old, result("same", "a", STEADY), result("new", "a", SLOWER), "--fail-on", "slower:5%");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.out()).filteredOn(line -> line.startsWith("BASE")).hasSize(2);
    }

    @Test
    void strictComparisonFailsWhereAFigureIsLost() throws IOException {
        String old = results("old", benchmark("a", STEADY), benchmark("b", STEADY));
        String fewer = results("new", benchmark("a", STEADY), benchmark("c", STEADY));

        assertThat(Console.of("compare", old, fewer).exitCode()).isZero();
        Console strict = Console.of("compare", "--strict", old, fewer);
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.err()).contains("--strict: b, thrpt: not comparable: not in NEW");
        assertThat(strict.err()).noneMatch(line -> line.contains("c, thrpt"));
    }

    @Test
    void whatCannotBeComparedIsBadUsageInOneLine() throws IOException {
        String old = result("old", "a", STEADY);
        String csv = Files.writeString(directory.resolve("output.csv"), "Name,PacketSize\nTCP,64\n")
                .toString();
        String text = Files.writeString(directory.resolve("jmh.txt"), "Benchmark Mode\n")
                .toString();

        assertRefused("are the same; give two different ones", old, old);
        assertRefused("have no cell in common: benchmark is a in ", old, result("other", "z", STEADY));
        assertRefused(
                "Invalid value for NEW: " + csv + " is neither a directory of a run, nor a file of 'share', nor",
                old,
                csv);
        assertRefused(
                "Invalid value for BASE: " + text + " is neither a directory of a run, nor a file of 'share', nor",
                text,
                old);
        assertRefused(
                "Invalid value for NEW: '" + directory + "' is without a results.jsonl", old, directory.toString());
        assertRefused("'NEW'", old);
        assertRefused("'slower' is not of the form slower:5% or p99-slower:20%", old, csv, "--fail-on", "slower");
        assertRefused("'9' is not of the form slower:5% or p99-slower:20%", old, csv, "--fail-on", "9");
        assertRefused("runs are compared by their speeds; give slower:PERCENT", old, csv, "--fail-on", "p99-slower:5%");
        assertRefused("'0%' must be between 0.1% and 50%", old, csv, "--fail-on", "slower:0%");
        assertRefused("separate values by single commas", old, csv, "--normalize-by", "a,");
        assertRefused(
                "--normalize-by needs runs of this suite", old, result("new", "a", STEADY), "--normalize-by", "a");
    }

    /** No peer starts for it. */
    @Test
    void runOfWhichNothingCanBeMeasuredIsRefusedInOneLine() {
        TransportRegistry registry = new TransportRegistry(
                List.of(ListedTransport.upTo(1, "small", "raise it").in(0, "toys")));
        String output = directory.resolve("output").toString();

        Console strict = Console.of(registry, "throughput", "-t", "small", "-s", "64,128", "--strict", "-o", output);
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
        assertThat(console.err())
                .filteredOn(line -> !line.contains("fewer than 3 forks"))
                .singleElement()
                .asString()
                .contains(message);
    }

    private String result(String name, String benchmark, String rawData) throws IOException {
        return results(name, benchmark(benchmark, rawData));
    }

    private String results(String name, String... benchmarks) throws IOException {
        return Files.writeString(
                        directory.resolve(name + ".json"), List.of(benchmarks).toString())
                .toString();
    }

    private static String benchmark(String name, String rawData) {
        return """
                {"benchmark": "%s", "mode": "thrpt", "threads": 1, "forks": 1, "measurementIterations": 5,
                "measurementTime": "1 s", "primaryMetric": {"score": 100.0, "scoreUnit": "ops/s", "rawData": %s}}
                """.formatted(name, rawData);
    }
}
