package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.cli.job.SampleJar;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One message is damaged, lost, repeated, exchanged, cut short or never sent: the iteration fails and says which and how. */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT) // what nobody can tell costs its time-out
class CorruptionIT extends RunningJobs {
    /** In the measured part: a warm-up of a millisecond has fewer messages. */
    private static final String FAULTY_MESSAGE = "5000";

    private static final int FILE_BYTES = 1 << 20;

    private static final String CORRUPT = "CorruptMessageException: message 5000 is corrupt: ";
    private static final String LOST = "MisplacedMessageException: message 5000 is lost: message 5001 arrived";
    private static final String DUPLICATED = "MisplacedMessageException: message 5000 is duplicated: it arrived again";
    private static final String REORDERED = "MisplacedMessageException: messages are reordered: 5001 arrived before";
    private static final String WRONG_LENGTH = "WrongLengthException: peer sent a message of 32 bytes, expected 64";
    private static final String NO_PROGRESS = "no progress for 4 s";

    /** For faults that nobody can tell. */
    private static final String SOON = "4s";

    /** For faults that are told at once, however busy the machine. */
    private static final String LATE = "60s";

    private static final String STREAM = "throughput --placement unpinned -s 64 -n 10000 --payload full";

    /** What is said where messages follow each other without waiting for an answer. */
    private static final Map<String, String> IN_A_STREAM = Map.of(
            "faulty-flip", CORRUPT,
            "faulty-drop", LOST,
            "faulty-double", DUPLICATED,
            "faulty-swap", REORDERED,
            "faulty-truncate", WRONG_LENGTH,
            "faulty-stall", NO_PROGRESS);

    /** Where the client waits for an answer, nothing follows a message that is missing, so nobody can tell why. */
    private static final Map<String, String> IN_TURNS = Map.of(
            "faulty-flip", CORRUPT,
            "faulty-drop", NO_PROGRESS,
            "faulty-double", DUPLICATED,
            "faulty-swap", NO_PROGRESS,
            "faulty-truncate", NO_PROGRESS,
            "faulty-stall", NO_PROGRESS);

    @TempDir(factory = JobSite.Factory.class)
    private static Path directory;

    private static String plugin = "";

    /** What the runs are started behind; most of these tests have peers enough for an archive of the plugin's classes. */
    private List<String> prefix = List.of();

    @BeforeAll
    static void compile() throws IOException {
        plugin = SampleJar.compile("faulty", directory).toString();
    }

    @Test
    void damagedAndMissingMessagesOfAStreamAreNamed() throws IOException, InterruptedException, CsvValidationException {
        prefix = Job.WITHOUT_CLASS_ARCHIVE;
        assertNamed(Map.of("faulty-flip", CORRUPT, "faulty-drop", LOST), STREAM, "");
    }

    @Tag("full")
    @Test
    void everyFaultOfAStreamIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(IN_A_STREAM, STREAM, "");
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void flippedBitOfAnAnswerIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-flip", "client failed: " + CORRUPT),
                "latency --placement unpinned -s 64 -n 6000 --payload full",
                "-Dfaulty.side=server");
    }

    /** One of them by turns. */
    static List<String> codecs() {
        return Turns.today().one(List.of("json", "protobuf", "sbe"));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("codecs")
    void flippedBitOfAnObjectFailsTheCell(String codec)
            throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-flip", "server failed: CorruptMessageException: message 5000 is corrupt: "),
                "latency --placement unpinned -s 200 -n 6000 --codec " + codec,
                "");
    }

    @Tag("full")
    @Test
    void flippedBitOfAFileIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-flip", "the file is corrupt: the client sent " + FILE_BYTES + " bytes with CRC-32C"),
                transfer(),
                "-Dfaulty.bit=-1");
    }

    @Tag("full")
    @Test
    void damagedDatagramMakesTheVerdictInvalid() throws IOException, InterruptedException, CsvValidationException {
        Map<String, String> row = counted("lossy-flip");

        assertThat(row).containsEntry("Corrupt", "1").containsEntry("Verdict", "invalid");
        assertThat(row.get("Reason")).contains("damaged messages: 1");
    }

    /** One of them by turns. */
    static List<Arguments> faultsOfDatagrams() {
        return Turns.today()
                .one(List.of(
                        Arguments.of("lossy-drop", "Lost"),
                        Arguments.of("lossy-double", "Duplicated"),
                        Arguments.of("lossy-swap", "Reordered"),
                        Arguments.of("lossy-truncate", "Corrupt")));
    }

    /** A busy machine may make further round trips late. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("faultsOfDatagrams")
    void everyFaultOfADatagramIsCounted(String transport, String column)
            throws IOException, InterruptedException, CsvValidationException {
        assertThat(Long.parseLong(counted(transport).get(column))).isPositive();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void stalledSenderOfDatagramsIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("lossy-stall", NO_PROGRESS), "latency --placement unpinned -s 64 -n 6000 --payload full", "");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void everyFaultOfARequestIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(IN_TURNS, "latency --placement unpinned -s 64 -n 6000 --payload full", "");
    }

    /** Whose messages and answers are those of a request. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void everyKindOfFaultOfABlockIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-flip", CORRUPT, "faulty-drop", NO_PROGRESS, "faulty-double", DUPLICATED),
                "block -s 64 -n 6000 --payload full",
                "");
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void everyFaultOfAFileIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(IN_A_STREAM, transfer(), "");
    }

    /** The last bit, one of the number and one of the seal or of the payload's end. */
    static List<Integer> bits() {
        return Turns.today().one(List.of(0, 5, 63, -1));
    }

    /**
     * One of them by turns, in messages with each kind of header and of more than one line. {@code BitFlipTest} has every bit
     * and more sizes, without processes.
     */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("bits")
    void everyFlippedBitIsNamedInMessagesOfEverySize(int bit)
            throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-flip", CORRUPT),
                "throughput --placement unpinned -s 1,8,16,65,4096 -n 6000 --payload full",
                "-Dfaulty.bit=" + bit);
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void missingAndRepeatedMessagesOfEverySizeAreNamed()
            throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-drop", LOST, "faulty-double", DUPLICATED, "faulty-swap", REORDERED),
                "throughput --placement unpinned -s 1,7,8,4096 -n 6000",
                "");
    }

    /** The default covers the first long of each line. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void flippedBitOfATouchedLineIsNamed() throws IOException, InterruptedException, CsvValidationException {
        assertNamed(
                Map.of("faulty-flip", CORRUPT),
                "throughput --placement unpinned -s 4096 -n 6000",
                "-Dfaulty.bit=" + 64 * Byte.SIZE);
    }

    private String transfer() throws IOException {
        Path file = site.root().resolve("file");
        Files.write(file, new byte[FILE_BYTES]);
        return "transfer %s -s 64".formatted(file);
    }

    /**
     * Every transport's cells fail with a reason that contains the text given for it, and count nothing. The run that mostly
     * waits for a time-out goes on beside the other one.
     */
    private void assertNamed(Map<String, String> reasons, String question, String properties)
            throws IOException, InterruptedException, CsvValidationException {
        Map<String, String> silent = new TreeMap<>(reasons);
        silent.values().removeIf(reason -> !reason.equals(NO_PROGRESS));
        Map<String, String> named = new TreeMap<>(reasons);
        named.keySet().removeAll(silent.keySet());
        JobSite other = JobSite.at(Files.createDirectory(site.root().resolve("s")));
        Optional<Job> waiting = silent.isEmpty()
                ? Optional.empty()
                : Optional.of(run(other, String.join(",", silent.keySet()), question, SOON, properties));
        if (!named.isEmpty()) {
            assertFailed(named, run(site, String.join(",", named.keySet()), question, LATE, properties), site);
        }
        if (waiting.isPresent()) {
            assertFailed(silent, waiting.get(), other);
        }
    }

    private static void assertFailed(Map<String, String> reasons, Job job, JobSite place)
            throws IOException, InterruptedException, CsvValidationException {
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(1);
        assertThat(place.table()).extracting(row -> row.get("Transport")).containsAll(reasons.keySet());
        assertThat(place.table()).allSatisfy(row -> {
            assertThat(row)
                    .containsEntry("Status", "failed")
                    .containsEntry("Verdict", "invalid")
                    .containsEntry("Messages", "");
            assertThat(row.get("Reason")).contains(reasons.get(row.get("Transport")));
        });
        place.assertNothingLeft();
    }

    /** The row of the only cell, which is measured. */
    private Map<String, String> counted(String transport)
            throws IOException, InterruptedException, CsvValidationException {
        Job job = run(site, transport, "latency --placement unpinned -s 64 -n 6000 --payload full", LATE, "");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        site.assertNothingLeft();
        Map<String, String> row = site.table().get(0);
        assertThat(row).containsEntry("Transport", transport).containsEntry("Status", "measured");
        return row;
    }

    private Job run(JobSite place, String transports, String question, String timeout, String properties)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(question.split(" ", -1)));
        arguments.addAll(List.of(
                "-t",
                transports,
                "-i",
                "1",
                "--warmup",
                "1ms",
                "--timeout",
                timeout,
                "--jvm-args=-Dfaulty.message=" + FAULTY_MESSAGE + " " + properties,
                "--plugin",
                plugin));
        Job job = Job.startBehind(place, prefix, arguments.toArray(String[]::new));
        jobs.add(job);
        return job;
    }
}
