package org.ipcbench.report.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.opencsv.CSVReaderHeaderAware;
import com.opencsv.CSVReaderHeaderAwareBuilder;
import com.opencsv.RFC4180ParserBuilder;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All of it under a German default locale, whose decimal comma has no place in the file. */
class CsvReportTest {
    private static final String HEADER = String.join(",", CsvReport.columnNames());
    private static final Cell CELL = SampleCells.cell("tin-can", 1024);

    private final Locale systemLocale = Locale.getDefault();

    @BeforeEach
    void speakGerman() {
        Locale.setDefault(Locale.GERMANY);
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(systemLocale);
    }

    /** Spreadsheets know the places of columns: new ones come last, and then at the end of the resource as well. */
    @Test
    void columnsKeepTheirPlaces() throws IOException {
        List<String> frozen;
        try (InputStream columns = CsvReportTest.class.getResourceAsStream("output-columns.txt")) {
            frozen = new String(columns.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }

        assertThat(CsvReport.columnNames())
                .startsWith(frozen.toArray(String[]::new))
                .doesNotHaveDuplicates();
        assertThat(frozen).hasSizeGreaterThanOrEqualTo(108);
    }

    @Test
    void firstNineColumnsAreThoseOfExistingSpreadsheets() throws IOException {
        String text = text(SampleCells.result(CELL, 0.5, 2_000, 4_000));

        assertThat(text)
                .startsWith(HEADER + "\r\n"
                        + "TIN-CAN,1024,1,1.000000,0.500000,2048.000,2.000,0.002000,0.004001,"
                        + "tin-can,throughput,unpinned,measured,1024,0,one-way,2.000000,4.001000,4.001000,4.001000,,,0.250000,0.125000,"
                        + "unrepeated,\"measured once, use -i 3 or more\",3.000500,4.001000,blocking,,100.000,0,0,0,,1.000,0.500,touched,no,,"
                        + "120000,,,,,244140.625,122070.313,,375000000.000,");
    }

    @Test
    void writesDotDecimalsEvenInReasons() throws IOException, CsvValidationException {
        Map<String, String> row = row(SampleCells.result(CELL, 0.0125));

        assertThat(row)
                .containsEntry("AvgLatencySeconds", "0.012500")
                .containsEntry("Verdict", "suspect")
                .containsEntry("Reason", "measured for only 0.013 s, send more; measured once, use -i 3 or more");
    }

    @Test
    void leavesLatenciesEmptyWhereMessagesAreTooSmallToCarryATime() throws IOException, CsvValidationException {
        Map<String, String> row = row(SampleCells.result(SampleCells.cell("tin-can", 8), 1));

        assertThat(row).containsEntry("AvgThroughputMBps", "1.000").containsEntry("Status", "measured");
        assertThat(row.entrySet())
                .filteredOn(entry ->
                        entry.getKey().contains("Latency") && !entry.getKey().equals("AvgLatencySeconds"))
                .hasSize(28)
                .allSatisfy(entry -> assertThat(entry.getValue()).isEmpty());
    }

    @Test
    void lossesAreCountedByKind() throws IOException, CsvValidationException {
        Map<String, String> row = row(SampleCells.resultWith(CELL, new Losses(1024, 3, 2, 1)));

        assertThat(row)
                .containsEntry("Messages", "1024")
                .containsEntry("Lost", "1024")
                .containsEntry("SuccessRatePercent", "50.000")
                .containsEntry("Duplicated", "3")
                .containsEntry("Reordered", "2")
                .containsEntry("Corrupt", "1")
                .containsEntry("Status", "measured")
                .containsEntry("Verdict", "invalid");
    }

    @Test
    void intervalIsGivenFromThreeIterationsOn() throws IOException, CsvValidationException {
        Map<String, String> row = row(new CellResult(
                CELL,
                3,
                List.of(
                        SampleCells.measured(CELL, 1, 1),
                        SampleCells.measured(CELL, 2, 1),
                        SampleCells.measured(CELL, 3, 1))));

        assertThat(row)
                .containsEntry("Iterations", "3")
                .containsEntry("Messages", "3072")
                .containsEntry("ThroughputCiLowMBps", "1.000")
                .containsEntry("ThroughputCiHighMBps", "1.000");
    }

    @Test
    void medianAndRateHaveTheirIntervals() throws IOException, CsvValidationException {
        Map<String, String> row = row(new CellResult(
                CELL,
                3,
                List.of(
                        SampleCells.measured(CELL, 1, 1, 1_000),
                        SampleCells.measured(CELL, 2, 1, 1_000),
                        SampleCells.measured(CELL, 3, 1, 1_000))));

        assertThat(row)
                .containsEntry("Samples", "360000")
                .containsEntry("LatencyP50CiLowMicros", "1.000")
                .containsEntry("LatencyP50CiHighMicros", "1.000")
                .containsEntry("MessagesPerSecondCiLow", "1024.000")
                .containsEntry("MessagesPerSecondCiHigh", "1024.000")
                .containsEntry("ReasonKinds", "");
    }

    @Test
    void stallsOfTheMachineAndWhatTheyExplainAreGiven() throws IOException, CsvValidationException {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("post"), 1024);
        RunTally tally = new RunTally(new Plan(List.of(cell), 1, 0, 1));
        Measurement plain =
                SampleCells.measured(cell, 1, 1, 1_000_000).measurement().orElseThrow();
        tally.add(SampleCells.measured(
                cell,
                1,
                plain.draft()
                        .conditions(
                                SampleStalls.conditions(SampleStalls.of(1_000_000_000, 2_000_000, 4_000_000)),
                                MeasurementConditions.UNKNOWN)
                        .measurement()));

        Map<String, String> row = row(tally.result(false).cells().get(0));

        assertThat(Double.parseDouble(row.get("MachineStallShare"))).isCloseTo(0.006, within(1e-4));
        assertThat(Double.parseDouble(row.get("MachineStallMaxMicros"))).isCloseTo(4_000, within(40.0));
        assertThat(Double.parseDouble(row.get("LatencyP99MachineShare"))).isCloseTo(0.195, within(0.001));
        assertThat(row).containsEntry("LatencyP999MachineShare", "1.000000").containsEntry("Verdict", "unrepeated");
        assertThat(row(SampleCells.result(cell, 1, 1_000_000)))
                .containsEntry("MachineStallShare", "")
                .containsEntry("LatencyP99MachineShare", "");
    }

    @Test
    void costsAndConditionsAreMeansOfTheIterations() throws IOException, CsvValidationException {
        Cost client = new Cost(
                200_000_000,
                150_000_000,
                50_000_000,
                150_000_000,
                0,
                new Cost.KernelCounts(2048, 1024, 512, 3, 7, 1, 64 << 20),
                new Cost.JvmWork(2, 5_000_000, 1_500_000));
        MeasurementConditions conditions = new MeasurementConditions(
                new WarmUpEnd(100, 9, false, true), List.of(), new MachineLoad(2, 700_000_000, 100_000_000, 0), 80);
        Proximity proximity =
                new Proximity(Map.of(Proximity.Distance.SAME_CPU, 0.25, Proximity.Distance.SAME_CORE, 0.75));
        Map<String, String> row =
                row(new CellResult(CELL, 1, List.of(SampleCells.measured(CELL, 1, client, conditions, proximity))));

        assertThat(row)
                .containsEntry("ClientMeasuringThreadShare", "0.750000")
                .containsEntry("ClientSystemShare", "0.750000")
                .containsEntry("ClientIoCallsPerMessage", "2.000000")
                .containsEntry("ClientVoluntarySwitchesPerMessage", "1.000000")
                .containsEntry("ClientInvoluntarySwitchesPerMessage", "0.500000")
                .containsEntry("ClientMigrations", "3.000000")
                .containsEntry("ClientMinorFaults", "7.000000")
                .containsEntry("ClientMajorFaults", "1.000000")
                .containsEntry("ClientPeakResidentMebibytes", "64.000000")
                .containsEntry("ClientCollections", "2.000000")
                .containsEntry("ClientCollectionMilliseconds", "5.000000")
                .containsEntry("ClientCompilationMilliseconds", "1.500000")
                .containsEntry("ServerIoCallsPerMessage", "")
                .containsEntry("StealShare", "0.050000")
                .containsEntry("ThrottledShare", "0.000000")
                .containsEntry("OtherLoadShare", "0.187500")
                .containsEntry("SameCpuShare", "0.250000")
                .containsEntry("SameCoreShare", "0.750000")
                .containsEntry("OtherNodeShare", "0.000000")
                .containsEntry("WarmUp", "scattered")
                .containsEntry("ClockBoundNanos", "80");
        assertThat(row.get("ReasonKinds")).contains("not-repeated");
    }

    @Test
    void whatTheKernelDoesNotTellIsEmpty() throws IOException, CsvValidationException {
        Map<String, String> row = row(SampleCells.result(CELL, 1));

        assertThat(row)
                .containsEntry("ClientMigrations", "")
                .containsEntry("ClientMeasuringThreadShare", "")
                .containsEntry("StealShare", "")
                .containsEntry("SameCpuShare", "")
                .containsEntry("ClockBoundNanos", "")
                .containsEntry("HarnessShare", "")
                .containsEntry("WarmUp", "steady")
                .containsEntry("ReasonKinds", "not-repeated");
    }

    @Test
    void hiddenControlGroupLeavesOnlyItsOwnColumnEmpty() throws IOException, CsvValidationException {
        MeasurementConditions conditions = MeasurementConditions.UNKNOWN.on(
                new MachineLoad(2, 700_000_000, 100_000_000, Count.UNKNOWN), Stalls.UNKNOWN);
        Map<String, String> row = row(new CellResult(
                CELL, 1, List.of(SampleCells.measured(CELL, 1, Cost.NONE, conditions, Proximity.UNKNOWN))));

        assertThat(row).containsEntry("StealShare", "0.050000").containsEntry("ThrottledShare", "");
    }

    @Test
    void cellWithoutFiguresKeepsItsRow() throws IOException, CsvValidationException {
        Cell absent = SampleCells.cell(ListedTransport.absent("radio", "no antenna", "install one"), 64);
        Map<String, String> row = row(new CellResult(absent, 2, List.of()));

        assertThat(row)
                .containsEntry("Name", "RADIO")
                .containsEntry("PacketSize", "64")
                .containsEntry("Iterations", "2")
                .containsEntry("Transport", "radio")
                .containsEntry("Status", "unavailable")
                .containsEntry("Verdict", "invalid")
                .containsEntry("Reason", "no antenna; install one");
        assertThat(row.entrySet())
                .filteredOn(entry -> !entry.getValue().isEmpty())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "Name",
                        "PacketSize",
                        "Iterations",
                        "Transport",
                        "Workload",
                        "Placement",
                        "Status",
                        "Verdict",
                        "Reason",
                        "WaitStrategy",
                        "Payload",
                        "InPlace",
                        "ReasonKinds",
                        "Clients",
                        "WorkMicros",
                        "Depth",
                        "Spin",
                        "Writes",
                        "HeartbeatMillis",
                        "SlowSubscribers",
                        "Scheduler",
                        "IdleConnections",
                        "Parts",
                        "Sides",
                        "ParentMemory",
                        "Relay",
                        "RelayHops",
                        "Workers");
    }

    @Test
    void everyReasonSurvivesQuoting() throws IOException, CsvValidationException {
        String reason = "server ended; last words: Error: \"C:\\x\", really | \"";
        Map<String, String> row = row(new CellResult(CELL, 1, List.of(SampleCells.failed(CELL, 1, reason))));

        assertThat(row).containsEntry("Status", "failed").containsEntry("Reason", reason);
    }

    @Test
    void auxiliaryCpuTimeHasItsColumn() throws IOException, CsvValidationException {
        assertThat(row(SampleCells.attended(CELL, 1, 62_500_000))).containsEntry("AuxiliaryCpuSeconds", "0.062500");
    }

    @Test
    void rowsFollowTheOrderOfThePlan() throws IOException, CsvValidationException {
        List<Map<String, String>> rows = rows(text(
                SampleCells.result(SampleCells.cell("slow", 64), 10),
                new CellResult(SampleCells.cell("unmeasured", 64), 1, List.of()),
                SampleCells.result(SampleCells.cell("fast", 64), 1)));

        assertThat(rows).extracting(row -> row.get("Transport")).containsExactly("slow", "unmeasured", "fast");
    }

    @Test
    void replacesAnEarlierTableWithoutLeavingAnotherFile(@TempDir Path directory) throws IOException {
        Path file =
                Files.writeString(directory.resolve(CsvReport.FILE_NAME), "an earlier, much longer table".repeat(99));
        RunResult result = new RunResult(List.of(SampleCells.result(CELL, 1)), false);

        new CsvReport(RunOrigin.UNKNOWN).write(result, file);

        assertThat(file).content().startsWith(HEADER).doesNotContain("earlier");
        assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void interruptedThreadStillWritesTheTable(@TempDir Path directory) throws IOException {
        Path file = directory.resolve(CsvReport.FILE_NAME);
        Thread.currentThread().interrupt();
        try {
            new CsvReport(RunOrigin.UNKNOWN).write(new RunResult(List.of(SampleCells.result(CELL, 1)), true), file);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(file).content().startsWith(HEADER);
    }

    @Test
    void failureNamesTheFileThatCannotBeWritten(@TempDir Path directory) {
        Path file = directory.resolve("missing").resolve(CsvReport.FILE_NAME);
        RunResult result = new RunResult(List.of(SampleCells.result(CELL, 1)), false);

        assertThatThrownBy(() -> new CsvReport(RunOrigin.UNKNOWN).write(result, file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write " + file);
    }

    /** The same cell of two runs: what tells the rows apart stands in them. */
    @Test
    void everyRowNamesItsRunAndItsEnvironment() throws IOException, CsvValidationException {
        RunOrigin origin = new RunOrigin(
                "2026-01-02T03-04-05-abcde",
                "2026-01-02T02:04:05Z",
                "17.0.15",
                Map.of("new", "25.0.3"),
                Map.of("new", "java:c"),
                Map.of(),
                "Linux 6.8.0-45-generic");
        RunResult run = new RunResult(
                List.of(SampleCells.result(CELL, 1), SampleCells.result(CELL.withVariant(new Variant("new")), 1)),
                false);

        assertThat(rows(new CsvReport(origin).text(run)))
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("Run", "2026-01-02T03-04-05-abcde")
                        .containsEntry("StartedAt", "2026-01-02T02:04:05Z")
                        .containsEntry("Kernel", "Linux 6.8.0-45-generic"))
                .extracting(row -> row.get("Jdk") + row.get("Peers"))
                .containsExactly("17.0.15", "25.0.3java:c");
        assertThat(row(SampleCells.result(CELL, 1))).containsEntry("Run", "").containsEntry("Jdk", "");
    }

    /** Round trips of 1 and 1.5 ms and a little more or less, 1024 in each iteration. */
    @Test
    void everyRowHasItsRankAndItsDistanceFromTheBest() throws IOException, CsvValidationException {
        List<Map<String, String>> rows = rows(text(
                repeated(roundTrips("slow"), 1.536, 1.537, 1.535),
                repeated(roundTrips("fast"), 1.024, 1.0245, 1.0235),
                repeated(roundTrips("once"), 1.024)));

        assertThat(rows.get(0))
                .containsEntry("Rank", "2")
                .containsEntry("TimesOfBest", "1.500000")
                .containsEntry("MicrosLongerThanBest", "499.999868") // by geometric means, as the ratio is
                .containsEntry("UsualMessageNanos", "1500000.000");
        assertThat(Double.parseDouble(rows.get(0).get("TimesOfBestCiLow"))).isBetween(1.49, 1.5);
        assertThat(Double.parseDouble(rows.get(0).get("MicrosLongerThanBestCiHigh")))
                .isBetween(500.0, 502.0);
        assertThat(rows.get(1))
                .containsEntry("Rank", "1")
                .containsEntry("TimesOfBest", "1.000000")
                .containsEntry("TimesOfBestCiLow", "")
                .containsEntry("MicrosLongerThanBest", "");
        assertThat(rows.get(2)).containsEntry("Rank", "").containsEntry("TimesOfBestCiLow", "");
    }

    @Test
    void ratesAreNotComparedAsTimes() throws IOException, CsvValidationException {
        assertThat(rows(text(repeated(CELL, 1, 1, 1), repeated(SampleCells.cell("string", 1024), 2, 2, 2))))
                .last()
                .satisfies(row -> assertThat(row)
                        .containsEntry("TimesOfBest", "2.000000")
                        .containsEntry("MicrosLongerThanBest", ""));
    }

    @Test
    void bothSpeedsHaveTheirShares() throws IOException, CsvValidationException {
        assertThat(row(repeated(CELL, 1, 1.01, 1.02, 0.25, 0.26)))
                .containsEntry("SlowSpeedMessagesPerSecond", "1013.928")
                .containsEntry("SlowSpeedPercent", "60.000")
                .containsEntry("FastSpeedMessagesPerSecond", "4017.231")
                .containsEntry("FastSpeedPercent", "40.000");
        assertThat(row(repeated(CELL, 1, 1.01, 1.02)))
                .containsEntry("SlowSpeedMessagesPerSecond", "")
                .containsEntry("FastSpeedPercent", "");
    }

    private static Cell roundTrips(String id) {
        return SampleCells.roundTrips(ListedTransport.of(id), 1024);
    }

    /** A cell whose iterations took so many seconds. */
    private static CellResult repeated(Cell cell, double... seconds) {
        return new CellResult(
                cell,
                seconds.length,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i]))
                        .toList());
    }

    private static String text(CellResult... cells) throws IOException {
        return new CsvReport(RunOrigin.UNKNOWN).text(new RunResult(List.of(cells), false));
    }

    private static Map<String, String> row(CellResult cell) throws IOException, CsvValidationException {
        List<Map<String, String>> rows = rows(text(cell));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static List<Map<String, String>> rows(String text) throws IOException, CsvValidationException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (CSVReaderHeaderAware reader = new CSVReaderHeaderAwareBuilder(new StringReader(text))
                .withCSVParser(new RFC4180ParserBuilder().build())
                .build()) {
            for (Map<String, String> row = reader.readMap(); row != null; row = reader.readMap()) {
                rows.add(row);
            }
        }
        return rows;
    }
}
