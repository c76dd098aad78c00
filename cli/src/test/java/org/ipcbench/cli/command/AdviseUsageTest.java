package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ipcbench.cli.Console;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code advise} refuses, and what it would measure. */
class AdviseUsageTest {
    private static final String QUESTION = "advise --size 800 --rate 50K --p99 200us ";

    @TempDir
    private Path place;

    private Console ask(String arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments.split(" ")));
        all.addAll(List.of("-o", place.resolve("out").toString()));
        return Console.of(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # arguments                              | says
            advise                                   | Missing required options: '--sizes=SIZE', '--rate=N', '--p99=TIME'
            advise --size 800 --rate 0 --p99 1ms     | '0' must be between 1 and 1000000000 messages a second
            advise --size 800 --rate 1001M --p99 1ms | '1001M' must be between 1 and 1000000000 messages a second
            advise --size 800 --rate 1K --p99 50     | did you mean '50us'?
            advise --size 800 --rate 1K --p99 0us    | must be between 1ns and 720h
            advise --size 0 --rate 1K --p99 1ms      | between 1 byte and 1 GiB
            advise --size 15 --rate 1K --p99 1ms     | 15 bytes have no room for the time that a message carries; give 16 bytes or more
            advise --size 800 --rate 1K --p99 1ms --answer 0 | between 1 byte and 1 GiB
            advise --size 800 --rate 1K --p99 1ms --answer 4K,8K | '4K,8K' is not a size
            advise --size 800 --rate 1K --p99 1ms --work 50  | is not 0 or a time with its unit, such as 50us, a sleep, such as sleep:1ms, or memory, such as touch:256K
            advise --size 1K,2K --rate 1K --p99 1ms  | '--sizes': advise answers for one size, not 2; give one, or a mix of sizes
            advise --sizes mix: --rate 1K --p99 1ms  | '--sizes': 'mix:' lacks its file, such as mix:sizes.txt
            advise --sizes lognormal:1K --rate 1K --p99 1ms | '--sizes': 'lognormal:1K' is not lognormal:MEDIAN,SIGMA, such as lognormal:1K,1
            advise --size 800 --rate 50K --p99 1ms --leave-out spinning,lossy | '--leave-out': 'lossy' must be spinning or shared-memory
            advise --size 800 --rate 1K --p99 1ms --clients 0 | '--clients': '0' must be between 1 and 1000000
            advise --size 800 --rate 1K --p99 1ms --clients 1,4 | '1,4' is not a whole number from 1 to 1000000
            advise --size 800 --rate 50K --p99 1ms --duration 19ms | take 1000 messages in each iteration; give at least 21 ms
            advise --size 800 --rate 50K --p99 1ms -t tcpp | unknown transport 'tcpp', did you mean 'tcp'?
            advise --size 800 --rate 50K --p99 1ms --from nowhere | 'nowhere' is not found; give the directory of a run
            advise --size 800 --rate 50K --p99 1ms --from nowhere -i 3 | '--from': measures nothing; omit --iterations
            """)
    void badUsageIsRefusedInOneLine(String arguments, String problem) {
        List<String> words = Arrays.asList(arguments.split(" "));

        Console console = Console.of(words.toArray(String[]::new));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains(problem, "advise --help");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # arguments           | says
            -t udp                | no candidate is left of 1; every message in order (1) excludes most; udp: may lose and reorder messages
            -t pipe --clients 4   | no candidate is left of 1; --clients (1) excludes most; pipe: serves one client only
            -t null               | no candidate is left of 1; two processes (1) excludes most; null: works within one process only
            -t ring-spin,ring-futex --leave-out shared-memory,spinning | no candidate is left of 2; --leave-out shared-memory (2) excludes most, then --leave-out spinning (1); ring-spin: keeps a CPU busy while it waits; both processes have memory in common
            """)
    void whereNoCandidateIsLeftOneLineNamesTheDemandThatExcludesMost(String arguments, String line) {
        Console console = ask(QUESTION + arguments);

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).containsExactly("advise: " + line);
        assertThat(place).isEmptyDirectory();
    }

    @Test
    void dryRunShowsTheCandidatesAndWhyOthersAreNone() {
        TransportRegistry registry = new TransportRegistry(List.of(
                ListedTransport.of("a"),
                ListedTransport.upTo(64, "small", "raise it"),
                ListedTransport.absent("absent", "not here", "get it").in(3)));

        Console console = Console.of(registry, (QUESTION + "--dry-run --seed 1").split(" "));

        assertThat(console.exitCode()).isZero();
        assertThat(console.out())
                .hasSize(5)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("1 cell, 1 iteration each, then up to 4 more of the 1 best; about "))
                .first()
                .asString()
                .startsWith("load a, 800 bytes, ")
                .contains("rate 50000", "400 ms");
        assertThat(console.out().get(2))
                .matches(
                        "then up to 3 of them again, at 50000 and 100000 messages a second of 800 and 8000 bytes; about"
                                + " \\d+ s in all, \\d+ s on a machine that stalls");
        assertThat(console.out())
                .endsWith(
                        "not measured: small: carries at most 64 bytes on this machine; raise it",
                        "not measured: absent: not here; get it");
    }

    @Test
    void callsAreMeasuredAsCallsAndLargerAnswersAfterwards() {
        TransportRegistry registry = new TransportRegistry(List.of(ListedTransport.of("a")));

        Console console = Console.of(
                registry, "advise -s 8 --answer 20K --work 100us --rate 2K --p99 1ms --dry-run --seed 1".split(" "));

        assertThat(console.exitCode()).as("%s", console.err()).isZero();
        assertThat(console.out())
                .first()
                .asString()
                .startsWith("calls a, 8 bytes, ")
                .contains("answer 20480", "work 100us", "550 ms");
        assertThat(console.out().get(2))
                .startsWith(
                        "then up to 3 of them again, at 2000 and 4000 calls a second of 8 and 80 bytes, answered by 20480"
                                + " and 204800; ");
    }

    @Test
    void traceContradictsTheRate() throws IOException {
        Path trace = Files.writeString(place.resolve("trace.txt"), "0 64\n0.001 128\n");

        Console console = ask("advise --sizes trace:" + trace + " --rate 2K --p99 1ms");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains(
                        "'--sizes': 'trace:trace.txt' has its own times, which contradict --rate; replay it with load, or give a"
                                + " mix");
    }

    @Test
    void mixOfSizesIsAskedOfThoseThatCarryAllOfThem() throws IOException {
        Path mix = Files.writeString(place.resolve("mix.txt"), "64 99\n4K 1\n");
        TransportRegistry registry =
                new TransportRegistry(List.of(ListedTransport.of("a"), ListedTransport.upTo(100, "small", "raise it")));

        Console console = Console.of(
                registry,
                "advise --sizes mix:%s --rate 2K --p99 1ms --dry-run"
                        .formatted(mix)
                        .split(" "));

        assertThat(console.exitCode()).as("%s", console.err()).isZero();
        assertThat(console.out())
                .first()
                .asString()
                .startsWith("calls a, 104 bytes, ")
                .contains("mix:mix.txt");
        assertThat(console.out())
                .anyMatch(line -> line.startsWith("mix:mix.txt: "))
                .anyMatch(line -> line.startsWith(
                        "then up to 3 of them again, at 2000 and 4000 calls a second of mix:mix.txt; about "))
                .endsWith("not measured: small: carries at most 100 bytes on this machine, but 1.0 % of the requests of"
                        + " mix:mix.txt have 4096 bytes; raise it");
    }

    @Test
    void severalClientsAreAskedOfThoseThatServeThem() {
        Console console = ask(QUESTION + "-t uds,pipe --clients 4 --dry-run");

        assertThat(console.exitCode()).isZero();
        assertThat(console.out())
                .first()
                .asString()
                .startsWith("load uds, 800 bytes, ")
                .contains(", clients 4, ");
        assertThat(console.out()).endsWith("not measured: pipe: serves one client only");
    }

    @Test
    void memoryThatOneProcessReadsOfTheOtherIsNotIsolated() {
        Console console = ask(QUESTION + "-t uds,cma --leave-out shared-memory --dry-run");

        assertThat(console.out())
                .anySatisfy(
                        line -> assertThat(line).startsWith("not measured: cma: both processes have memory in common"));
    }

    @Test
    void slowRateIsMeasuredForAsLongAsAPercentileTakes() {
        TransportRegistry registry = new TransportRegistry(List.of(ListedTransport.of("a")));

        Console console = Console.of(registry, "advise -s 64 --rate 100 --p99 1ms --dry-run".split(" "));

        assertThat(console.out()).first().asString().contains("11000 ms");
    }
}
