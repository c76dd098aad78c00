package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.cli.Console;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DryRunTest {

    @Test
    void withoutArgumentsOneGigabyteIsSentInPackagesOf4096BytesOverTheClassicTransports() {
        Console console = Console.dry();

        assertThat(console.exitCode()).isZero();
        assertThat(console.err()).isEmpty();
        assertThat(console.out())
                .hasSize(6)
                .startsWith(
                        "throughput tcp, 4096 bytes, 262144 messages, split-cpu",
                        "throughput fifo, 4096 bytes, 262144 messages, split-cpu",
                        "throughput uds, 4096 bytes, 262144 messages, split-cpu",
                        "throughput pipe, 4096 bytes, 262144 messages, split-cpu",
                        "throughput zmq, 4096 bytes, 262144 messages, split-cpu");
        assertThat(console.out().get(5))
                .startsWith("5 cells, 1 iteration each; about ")
                .contains("memory", "disk");
    }

    @ParameterizedTest
    @CsvSource({
        "0.25, 4096, 65536",
        ".25, 4096, 65536",
        "2, 2048, 1048576",
        "2., 2048, 1048576",
        "0.000000001, 1, 1",
        "1, 3, 357913942",
        "1048576, 1, 1125899906842624",
        "1, 1G, 1"
    })
    void volumeIsSentInWholeMessages(String gigabytes, String size, long messages) {
        assertThat(Console.dry(gigabytes, size, "-t", "tcp").out())
                .first()
                .asString()
                .matches(".* bytes?, " + messages + " messages?, .*");
    }

    @Test
    void rangeDoublesUpToItsEnd() {
        assertThat(sizes(Console.dry("1", "64..1K", "-t", "tcp"))).containsExactly("64", "128", "256", "512", "1024");
        assertThat(sizes(Console.dry("throughput", "-s", "1,64..250,1M", "-t", "tcp")))
                .containsExactly("1", "64", "128", "1048576");
    }

    @Test
    void eachSizeOfAnswersIsACellOfItsOwn() {
        assertThat(Console.dry(
                                "latency",
                                "-t",
                                "tcp",
                                "-s",
                                "64,4K",
                                "--answer",
                                "64,20K",
                                "-n",
                                "5",
                                "--placement",
                                "unpinned")
                        .out())
                .startsWith(
                        "latency tcp, 64 bytes, answer 64, 5 messages, unpinned",
                        "latency tcp, 64 bytes, answer 20480, 5 messages, unpinned",
                        "latency tcp, 4096 bytes, answer 64, 5 messages, unpinned",
                        "latency tcp, 4096 bytes, answer 20480, 5 messages, unpinned");
    }

    @Test
    void loadWithAShapeIsOneOfCalls() {
        assertThat(Console.dry(
                                "load",
                                "--rate",
                                "1K",
                                "-t",
                                "tcp",
                                "-s",
                                "8",
                                "--work",
                                "0,sleep:1ms",
                                "--placement",
                                "unpinned")
                        .out())
                .startsWith(
                        "calls tcp, 8 bytes, rate 1000, 2000 ms, unpinned, constant, spin",
                        "calls tcp, 8 bytes, rate 1000, work 1000us, 2000 ms, unpinned, constant, spin, sleeping");
    }

    /** With several rates, as with a bound, each iteration looks longer for the machine's stalls than with the one of the search. */
    @Test
    void searchOfAKneeAndOfACapacityAreOfTheSameLength() {
        List<String> knee = Console.dry("load", "-t", "uds", "--rate", "auto").err();
        List<String> capacity = Console.dry("load", "-t", "uds", "--rate", "auto", "--p99", "1ms")
                .err();

        assertThat(inAll(knee)).hasSize(1).isEqualTo(inAll(capacity));
    }

    private static List<String> inAll(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("--rate auto: "))
                .map(line -> line.replaceFirst(".*; about ", ""))
                .toList();
    }

    @Test
    void codecThatWritesMoreThanATransportCarriesIsNamed() {
        Cell cell = Cell.of(
                ListedTransport.upTo(8192, "queue", "raise it"),
                new PingPong(new Extent.Count(1), Shape.of(4096).coded("json"), Payload.TOUCHED));

        assertThat(cell.obstacle().orElseThrow().reason())
                .matches(
                        "carries at most 8192 bytes on this machine, but json may write \\d+ bytes for objects of 4096;"
                                + " use a smaller -s, or omit --codec; raise it");
    }

    @Test
    void largestRangeEndsAtOneGibibyte() {
        assertThat(sizes(Console.dry("1", "1..1G", "-t", "tcp"))).hasSize(31).endsWith("1073741824");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zmq,tcp,uds", "uds,zmq,tcp"})
    void transportsKeepTheRegistrysOrder(String list) {
        assertThat(ids(Console.dry("-t", list))).containsExactly("tcp", "uds", "zmq");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throughput -t TCP -n 50k --placement unpinned",
                "throughput -t tcp -n 50K --placement unpinned",
                "Throughput -t Tcp -n 50000 --placement unpinned",
                "throughput -t tcp --total 204800000b --placement Unpinned"
            })
    void caseAndThousandsAreUnderstood(String arguments) {
        assertThat(Console.dry(arguments.split(" ")).out())
                .first()
                .isEqualTo("throughput tcp, 4096 bytes, 50000 messages, unpinned");
    }

    @Test
    void jvmIsAHomeOrItsJavaCommandOrALinkToIt(@TempDir Path directory) throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path link = Files.createSymbolicLink(bin.resolve("java"), home.resolve("bin/java"));

        assertThat(List.of(home, home.resolve("bin/java"), link))
                .allSatisfy(jvm -> assertThat(org.ipcbench.run.program.VariedValue.JavaHome.parse(jvm.toString())
                                .home())
                        .satisfies(found -> assertThat(found.toRealPath()).isEqualTo(home.toRealPath())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "standard", "all"})
    void groupStandsForItsMembersInTheirOrder(String group) {
        List<String> members = TransportRegistry.load().group(group).stream()
                .map(Transport::id)
                .toList();

        assertThat(members).isNotEmpty();
        assertThat(ids(Console.dry("throughput", "-t", group))).isEqualTo(members);
    }

    @Test
    void transportNamedBesideItsGroupIsMeasuredOnce() {
        assertThat(ids(Console.dry("-t", "uds,classic"))).containsExactly("tcp", "fifo", "uds", "pipe", "zmq");
    }

    @Test
    void subcommandAsksForTheStandardTransports() {
        assertThat(ids(Console.dry("throughput"))).isEqualTo(ids(Console.dry("-t", "standard")));
    }

    @Test
    void everyBufferSizeIsACellAndWhatHasNoBufferSupportsNone() {
        assertThat(Console.dry(
                                "throughput",
                                "-t",
                                "tcp,http",
                                "-n",
                                "7",
                                "--placement",
                                "unpinned",
                                "--buffer",
                                "4K..8K")
                        .out())
                .contains(
                        "throughput tcp, 4096 bytes, buffer 4096, 7 messages, unpinned",
                        "throughput tcp, 4096 bytes, buffer 8192, 7 messages, unpinned",
                        "throughput http, 4096 bytes, buffer 8192, 7 messages, unpinned: unsupported, has no"
                                + " configurable buffer; omit --buffer");
    }

    @Test
    void everySpinIsACellAndATransportThatCannotSupportsNone() {
        assertThat(Console.dry("throughput", "-t", "tcp,pipe", "-n", "7", "--spin", "0,10us", "--placement", "unpinned")
                        .out())
                .contains(
                        "throughput tcp, 4096 bytes, 7 messages, unpinned",
                        "throughput tcp, 4096 bytes, 7 messages, unpinned, spin 10us",
                        "throughput pipe, 4096 bytes, 7 messages, unpinned, spin 10us: unsupported, cannot spin before it"
                                + " sleeps; omit --spin");
    }

    @Test
    void everyVariantOfACellIsACell() {
        List<String> one = Console.dry("throughput", "-t", "tcp,uds", "-n", "7", "--placement", "unpinned")
                .out();
        List<String> lines = Console.dry(
                        "throughput",
                        "-t",
                        "tcp,uds",
                        "-n",
                        "7",
                        "--placement",
                        "unpinned",
                        "--vary",
                        "jvm-args='',-Xint,'-Xlog:gc,safepoint'")
                .out();

        assertThat(lines)
                .startsWith(
                        "throughput tcp, 4096 bytes, 7 messages, unpinned, unchanged",
                        "throughput tcp, 4096 bytes, 7 messages, unpinned, -Xint",
                        "throughput tcp, 4096 bytes, 7 messages, unpinned, -Xlog:gc,safepoint",
                        "throughput uds, 4096 bytes, 7 messages, unpinned, unchanged");
        assertThat(lines.get(6)).startsWith("6 cells, 5 iterations each; about ");
        assertThat(seconds(lines.get(6))).isGreaterThan(2 * seconds(one.get(2)));
    }

    private static int seconds(String summary) {
        Matcher time = Pattern.compile("about (?:(\\d+) min )?(\\d+) s").matcher(summary);
        assertThat(time.find()).as(summary).isTrue();
        int minutes = time.group(1) == null ? 0 : Integer.parseInt(time.group(1));
        return 60 * minutes + Integer.parseInt(time.group(2));
    }

    @Test
    void amountMayBeACountAVolumeOrATime() {
        assertThat(Console.dry("latency", "-t", "tcp", "-n", "7").out())
                .first()
                .asString()
                .contains("latency tcp, 4096 bytes, 7 messages");
        assertThat(Console.dry("latency", "-t", "tcp").out())
                .first()
                .asString()
                .contains("latency tcp, 4096 bytes, 500 ms");
        assertThat(Console.dry("throughput", "-t", "tcp", "-n", "7").out())
                .first()
                .asString()
                .contains(" 7 messages,");
        assertThat(Console.dry("throughput", "-t", "tcp", "--total", "1M").out())
                .first()
                .asString()
                .contains(" 256 messages,");
        assertThat(Console.dry("throughput", "-t", "tcp", "--duration", "1.5s").out())
                .first()
                .asString()
                .contains(" 1500 ms,");
        assertThat(Console.dry("throughput", "-t", "tcp").out())
                .first()
                .asString()
                .contains(" 500 ms,");
    }

    @Test
    void reproduceMeasuresFourSizesWithTwoQuestions() {
        assertThat(Console.dry("reproduce", "-t", "tcp").out())
                .hasSize(9)
                .startsWith(
                        "throughput tcp, 128 bytes, 1000 ms, unpinned",
                        "latency tcp, 128 bytes, 1 message, unpinned",
                        "throughput tcp, 512 bytes, 1000 ms, unpinned",
                        "latency tcp, 512 bytes, 10 messages, unpinned",
                        "throughput tcp, 1024 bytes, 1000 ms, unpinned",
                        "latency tcp, 1024 bytes, 100 messages, unpinned",
                        "throughput tcp, 4096 bytes, 1000 ms, unpinned",
                        "latency tcp, 4096 bytes, 1000 messages, unpinned");
    }

    @Test
    void reproduceTakesIterations() {
        assertThat(Console.dry("reproduce", "-t", "tcp").out())
                .last()
                .asString()
                .startsWith("8 cells, 1 iteration each");
        assertThat(Console.dry("reproduce", "-t", "tcp", "-i", "3").out())
                .last()
                .asString()
                .startsWith("8 cells, 3 iterations each");
    }

    @Test
    void subcommandsMeasureOftenEnoughForAnInterval() {
        assertThat(List.of("throughput", "latency", "block")).allSatisfy(command -> {
            List<String> lines =
                    Console.dry(command, "-t", "tcp", "--placement", "unpinned").out();
            assertThat(lines.get(0)).contains(", 500 ms,");
            assertThat(lines.get(1)).startsWith("1 cell, 5 iterations each; about ");
        });
        assertThat(Console.dry("transfer", "pom.xml", "-t", "tcp").out())
                .last()
                .asString()
                .startsWith("2 cells, 3 iterations each; about ");
    }

    @Test
    void standardTransportsAreAnsweredWithinTwoAndAHalfMinutesAndAMinuteOfExtraTime() {
        assertThat(seconds(summary("throughput", "-s", "1024", "-i", "5"))).isLessThan(150);
        assertThat(seconds(summary("latency", "-s", "1024", "-i", "3"))).isLessThan(150);
        assertThat(List.of("throughput", "latency"))
                .allSatisfy(command ->
                        assertThat(seconds(summary(command, "-s", "1024"))).isLessThan(210));
    }

    @Test
    void roundTripsHaveARowForOneCpuAndOneForTwo() {
        assumeThat(PlacementChoice.usual(Question.LATENCY, Clients.ONE).usual()).isTrue();
        assertThat(Console.dry("latency", "-t", "tcp,ring-spin", "-n", "7").out())
                .startsWith(
                        "latency tcp, 4096 bytes, 7 messages, same-cpu",
                        "latency tcp, 4096 bytes, 7 messages, split-cpu",
                        "latency ring-spin, 4096 bytes, 7 messages, split-cpu",
                        "placement same-cpu without ring-spin: both peers spin")
                .last()
                .asString()
                .startsWith("3 cells, 3 iterations each; about ");
        assertThat(Console.dry("throughput", "-t", "tcp", "-n", "7").out())
                .startsWith("throughput tcp, 4096 bytes, 7 messages, split-cpu");
        assertThat(Console.dry("latency", "-t", "tcp", "-n", "7", "--clients", "2")
                        .out())
                .startsWith("latency tcp, 4096 bytes, clients 2, 7 messages, unpinned");
        assertThat(Console.dry("-t", "tcp").out()).first().asString().endsWith(", split-cpu");
    }

    @Test
    void extraTimeIsAnnouncedUnlessTheIterationsAreGiven() {
        String extra = ", up to (\\d+ min )?\\d+ s if cells need extra time, ";
        assertThat(summary("throughput", "-t", "tcp")).containsPattern(extra);
        assertThat(summary("throughput", "-t", "tcp", "-i", "3", "--max-time", "5m"))
                .contains(", up to 5 min 0 s if cells need extra time, ");
        assertThat(List.of(
                        summary("throughput", "-t", "tcp", "-i", "5"),
                        summary("throughput", "-t", "tcp", "--max-time", "0s"),
                        summary("throughput", "-t", "tcp", "--max-time", "1s"),
                        summary("-t", "tcp"),
                        summary("reproduce", "-t", "tcp")))
                .allSatisfy(line -> assertThat(line).doesNotContain("extra time"));
    }

    @Test
    void harnessAloneIsACellOnlyWhereItIsAskedFor() {
        assertThat(Console.dry("throughput", "-t", "tcp", "--placement", "unpinned")
                        .out())
                .hasSize(2);
        assertThat(Console.dry("throughput", "-t", "tcp,null", "--placement", "unpinned")
                        .out())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("throughput null, "));
    }

    @Test
    void anotherOrderEachTimeUnlessTheSeedIsGiven() {
        assertThat(summary("-t", "tcp", "--seed", "-3")).endsWith("; --seed -3");
        assertThat(Stream.generate(() -> summary("-t", "tcp")).limit(4).distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void precisionIsEstimatedWithAnAssumedVariationAndItsBound() {
        assertThat(summary("latency", "-t", "tcp", "--placement", "unpinned", "--precision", "5%", "--max-time", "2m"))
                .matches("1 cell, at least 6 iterations each; about \\d+ s if rates vary by 10 % from round to"
                        + " round, at most 2 min 0 s, .*");
        assertThat(summary("latency", "-t", "tcp", "--precision", "1")).contains("at most 10 min 0 s");
        assertThat(summary("latency", "-t", "tcp", "--placement", "unpinned", "--precision", "2.5 %", "-i", "9"))
                .startsWith("1 cell, at least 9 iterations each");
    }

    @Test
    void gateWithATimeLimitEndsWhenItIsCertain() {
        String[] gated = {
            "latency", "-t", "tcp", "--placement", "unpinned", "--vary", "jvm-args=,-Xint", "--fail-on", "slower:5%"
        };
        assertThat(summary(with(gated, "--max-time", "2m")))
                .matches("2 cells, at least 6 iterations each; about \\d+ s if --fail-on is certain then, at most"
                        + " 2 min 0 s, .*");
        assertThat(summary(with(gated, "--precision", "2%"))).contains("at most 10 min 0 s");
        assertThat(summary(with(gated, "-i", "9"))).startsWith("2 cells, 9 iterations each");
        assertThat(summary(with(gated, "-i", "9", "--plan"))).startsWith("2 cells, 8 iterations each");
    }

    private static String[] with(String[] arguments, String... others) {
        return Stream.concat(Stream.of(arguments), Stream.of(others)).toArray(String[]::new);
    }

    @Test
    void kindsOfDoubtCanBeAccepted() {
        assertThat(Console.dry("-t", "tcp", "--ignore", "Wide,not-repeated").exitCode())
                .isZero();
        assertThat(Console.dry("reproduce", "--ignore", "short").exitCode()).isZero();
    }

    @Test
    void optionsMayStandAnywhere() {
        assertThat(Console.dry("-t", "tcp", "0.5", "--timeout", "5s", "64", "--seed", "-3", "2")
                        .out())
                .first()
                .asString()
                .isEqualTo("throughput tcp, 64 bytes, 8388608 messages, split-cpu");
    }

    @Test
    void obstaclesAreShownBeforeTheRun() {
        TransportRegistry registry = new TransportRegistry(List.of(
                ListedTransport.absent("radio", "no antenna", "install one"),
                ListedTransport.upTo(1024, "telegraph", "raise it")));
        Console console = Console.of(registry, "1", "64,4096", "1", "-t", "all", "--dry-run");

        assertThat(console.exitCode()).isZero();
        assertThat(console.out())
                .startsWith(
                        "throughput radio, 64 bytes, 16777216 messages, split-cpu: unavailable, no antenna; install one",
                        "throughput radio, 4096 bytes, 262144 messages, split-cpu: unavailable, no antenna; install one",
                        "throughput telegraph, 64 bytes, 16777216 messages, split-cpu",
                        "throughput telegraph, 4096 bytes, 262144 messages, split-cpu: unsupported, "
                                + "carries at most 1024 bytes on this machine; raise it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"64", "1..1G"})
    void machineIsAskedOfATransportAsOftenHoweverManyCellsThereAre(String sizes) {
        AskedTransport transport = new AskedTransport();
        Console console = Console.of(
                new TransportRegistry(List.of(transport)),
                "throughput",
                "-t",
                "all",
                "-s",
                sizes,
                "--buffer",
                "1..1M",
                "--dry-run");

        assertThat(console.exitCode()).as("%s", console.err()).isZero();
        assertThat(transport.questions).isLessThan(AskedTransport.FEW);
    }

    /** A transport that counts how often somebody wants to know what this machine has to say of it. */
    private static final class AskedTransport implements Transport {
        /** Fewer than the cells of the smallest plan. */
        private static final int FEW = 10;

        private final Transport listed = ListedTransport.of("asked");
        private int questions;

        @Override
        public TransportInfo info() {
            return listed.info();
        }

        @Override
        public Traits traits() {
            questions++;
            return listed.traits().withBuffer("its memory");
        }

        @Override
        public Availability availability() {
            questions++;
            return listed.availability();
        }

        @Override
        public Listener listen(Session session) throws IOException {
            return listed.listen(session);
        }

        @Override
        public Channel connect(Session session, String address) throws IOException {
            return listed.connect(session, address);
        }
    }

    @Test
    void thirdPartyTransportsAreListedAndGroupedLikeOthers() {
        TransportRegistry registry = new TransportRegistry(List.of(
                ListedTransport.of("late").in(9, "club"),
                ListedTransport.of("early").in(1, "club"),
                ListedTransport.of("outsider").in(5)));

        assertThat(ids(Console.of(registry, "-t", "club", "--dry-run"))).containsExactly("early", "late");
        assertThat(ids(Console.of(registry, "-t", "all", "--dry-run"))).containsExactly("early", "outsider", "late");
    }

    @Test
    void dryRunWritesNoFiles(@TempDir Path directory) {
        assertThat(Console.dry("-o", directory.resolve("output").toString()).exitCode())
                .isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void dryRunIsTheSameOnAGermanSystem() {
        Locale before = Locale.getDefault();
        List<String> text = Console.dry("--seed", "1").out();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(Console.dry("--seed", "1").out()).isEqualTo(text);
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String summary(String... arguments) {
        Console console = Console.dry(arguments);
        assertThat(console.exitCode()).as("%s", console.err()).isZero();
        return console.out().get(console.out().size() - 1);
    }

    private static List<String> ids(Console console) {
        return cells(console).map(words -> words[1].replace(",", "")).toList();
    }

    private static List<String> sizes(Console console) {
        return cells(console).map(words -> words[2]).toList();
    }

    private static Stream<String[]> cells(Console console) {
        assertThat(console.exitCode()).as("%s", console.err()).isZero();
        return console.out().stream().limit(console.out().size() - 1).map(line -> line.split(" "));
    }
}
