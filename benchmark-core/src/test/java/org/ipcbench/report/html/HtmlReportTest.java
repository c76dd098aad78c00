package org.ipcbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.opencsv.CSVReader;
import com.opencsv.exceptions.CsvException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.Page.PageResource;
import org.ipcbench.text.Markup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    private static final int MEGABYTE = 1_000_000;
    private static final String SCRIPT = "<script>alert(1)</script>";

    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void pageHasEveryFigureOfTheCsv() throws IOException, CsvException {
        RunResult run = SampleRun.of(3, 2, 5);

        String page = page(run, "latency");

        for (String[] row : csv(run)) {
            for (String figure : row) {
                assertThat(page).contains(">" + escaped(figure));
            }
        }
    }

    @Test
    void answersComeFirstThenFiguresThenDoubtsThenRequestAndMachine() throws IOException {
        String page = page(SampleRun.of(3, 2, 5), "throughput", "-t", "all");

        assertThat(page).contains("ipcbench throughput -t all");
        assertInOrder(
                page,
                "<h2>Answer</h2>",
                "transport-0 is the fastest at 64 to 128 bytes",
                "4 of 12 cells unavailable",
                "<h2>Throughput",
                "<h2>Latency",
                "<h2>Doubts",
                "<summary><b>unavailable</b>",
                "<h2>What was asked",
                "<h2>The machine",
                "as in environment.json",
                "<h2>All figures");
        assertThat(page).contains("AMD EPYC", "no such library", "apt install it", "4 of 12 cells unavailable");
    }

    @Test
    void doubtsStandBesideTheirCellsWithWhatHelps() throws IOException {
        Cell brief = SampleCells.roundTrips(ListedTransport.of("tcp"), 64);

        assertInOrder(
                page(new RunResult(List.of(SampleCells.result(brief, 0.01, 1_000)), false), "latency"),
                "<h2>Latency",
                "<span class=\"state suspect\">suspect</span>",
                "Doubts: 64 bytes",
                "<b>short</b>",
                "<em>send more</em>");
    }

    /** A reader who sees a whisker end where the table has another number trusts neither. */
    @Test
    void whiskersEndWhereTheIntervalsOfTheTableDo() throws IOException {
        String page = page(SampleRun.of(4, 1, 5), "throughput");
        String table = page.substring(page.indexOf("<table class=rank", page.indexOf("<h2>Throughput")));
        List<MatchResult> whiskers = Pattern.compile(
                        "<title>(transport-\\d)\n[^:]*: ([0-9.]+) MiB/s\n95 % interval: ([0-9.]+) to ([0-9.]+)</title>")
                .matcher(page)
                .results()
                .toList();

        assertThat(whiskers).hasSizeGreaterThanOrEqualTo(3);
        for (MatchResult whisker : whiskers) {
            Matcher row = Pattern.compile(whisker.group(1) + "<td>.*?<td class=n>([0-9.]+)[^<]*<td class=e>± ([0-9.]+)")
                    .matcher(table);
            assertThat(row.find()).as(whisker.group()).isTrue();
            assertThat(Double.parseDouble(row.group(1)))
                    .as(whisker.group())
                    .isCloseTo(Double.parseDouble(whisker.group(2)), withinPercentage(1));
            assertThat(Double.parseDouble(row.group(2)))
                    .as(whisker.group())
                    .isCloseTo(
                            (Double.parseDouble(whisker.group(4)) - Double.parseDouble(whisker.group(3))) / 2,
                            withinPercentage(15)); // the table has two digits
        }
    }

    /** With the remedy; titles and verdicts say it elsewhere. */
    @Test
    void thatNothingWasRepeatedIsOneDoubt() throws IOException {
        String page = page(SampleRun.of(2, 1, 1), "latency");

        assertInOrder(
                page,
                "<h2>Latency",
                "measured once",
                "<span class=\"state unrepeated\">unrepeated</span>",
                "<h2>Doubts</h2>",
                "<b>not-repeated</b>",
                "<em>use -i 3 or more</em>");
        assertThat(page.split("<b>not-repeated</b>", -1)).hasSize(1 + 1);
    }

    @Test
    void verdictStandsBesideTheName() throws IOException {
        assertThat(page(SampleRun.of(2, 1, 3), "latency"))
                .contains("scope=col class=t>transport<th scope=col class=t>verdict<th");
    }

    @Test
    void plotsAndTheirSignsHaveNames() throws IOException {
        assertThat(page(SampleRun.of(2, 1, 3), "latency"))
                .contains("diamond: p99; ", "\np99: ")
                .doesNotContain("<title>diamond");
    }

    /** Headings, notes, sentences and doubts; what was typed, and the texts of the CSV, stay as they are. */
    @Test
    void microsecondsHaveTheirLetter() throws IOException {
        Cell slow = SampleLoads.cell("fine", 1_000);
        Cell quick = SampleLoads.cell("fine", 10_000);
        Cell torn = SampleCells.roundTrips(ListedTransport.of("torn"), 64);
        RunResult run = new RunResult(
                List.of(
                        SampleLoads.carried(slow, 40_000),
                        SampleLoads.carried(SampleLoads.spinning(slow, new Spin(20_000)), 8_000),
                        SampleLoads.carried(quick, 50_000),
                        SampleLoads.carried(SampleLoads.spinning(quick, new Spin(20_000)), 9_000),
                        new CellResult(
                                torn,
                                4,
                                Stream.of(1, 2, 3, 4)
                                        .map(i -> SampleCells.measured(torn, i, i % 2 == 0 ? 1 : 0.1))
                                        .toList())),
                false);

        String page = page(run, "load", "--spin", "0,20us");

        assertThat(page)
                .contains("p99 µs at the lowest rate", "gap µs", "up to a gap of 1000.0 µs", "two speeds: ")
                .contains("load --spin 0,20us");
        assertThat(page.substring(0, page.indexOf("<h2>All figures"))).doesNotContainPattern(" us\\b");
    }

    @Test
    void tablesOfTheTerminalAreOnThePage() throws IOException {
        String page = page(SampleRun.of(3, 6, 5), "latency");

        assertThat(page)
                .contains(
                        "href=#models",
                        "<h2>Cost models</h2>",
                        "latency, placement unpinned, blocking wait: time of a round trip")
                .contains("fixed ns", "ns/KiB")
                .doesNotContain("<h2>Ladder", "<h2>Variants");
        assertInOrder(
                page(SampleRun.of(3, 6, 5), "reproduce"),
                "<h2>Ladder</h2>",
                "128 B x 1",
                "transferred messages",
                "transport-0",
                "throughput: messages in one direction, as many as went through in 1 s.",
                "<h2>Cost models</h2>");
    }

    @Test
    void variantsAreComparedOnThePage() throws IOException {
        Cell cell = SampleCells.cell("tcp", 64);
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(cell.withVariant(new Variant("old")), 1, 1_000),
                        SampleCells.result(cell.withVariant(new Variant("new")), 2, 2_000)),
                false);

        assertInOrder(
                page(run, "throughput"),
                "<h2>Variants</h2>",
                "rate ÷ rate of old in the same rounds",
                "difference",
                "unrepeated");
    }

    @Test
    void textsOfPluginsAndUsersAreInert() throws IOException {
        Cell cell = SampleCells.cell("tcp", 64);
        CellResult result = new CellResult(cell, 1, List.of(SampleCells.failed(cell, 1, "broken " + SCRIPT)));

        String page = page(new RunResult(List.of(result), false), "latency", "--label", "name=" + SCRIPT);

        assertThat(page).doesNotContain(SCRIPT).contains("broken &lt;script&gt;", "name=&lt;script&gt;");
    }

    @Test
    void browserMayRunThePagesOwnScriptOnlyAndLoadNothing() throws IOException {
        String page = page(SampleRun.of(2, 1, 3), "latency");

        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page);
        assertThat(script.find()).isTrue();
        String hash = new PageResource(script.group(1)).policyHash();
        assertThat(page)
                .contains("default-src &#39;none&#39;", "script-src " + hash.replace("'", "&#39;") + ";")
                .doesNotContain("src=", "@import", "url(", "style=\"")
                .doesNotContainPattern("href=\"?[^#]{2}");
        assertThat(script.find()).isFalse();
    }

    @Test
    void twoHundredCellsTakeLessThanAMegabyte() throws IOException {
        RunResult run = SampleRun.of(10, 10, 5);

        assertThat(run.cells()).hasSize(200);
        assertThat(page(run, "throughput").length()).isLessThan(MEGABYTE);
    }

    @Test
    void runWithoutFiguresSaysWhy() throws IOException {
        RunResult run = RunResult.of(new Plan(List.of(SampleCells.cell("tcp", 64)), 1, 0, 1), List.of(), true);

        assertThat(page(run, "throughput")).contains("1 of 1 cells not-measured", "The run was interrupted");
    }

    @Test
    void cellsOfSeveralBuffersAndPlacementsHaveNamesOfTheirOwn() throws IOException {
        Cell plain = SampleCells.cell("tcp", 64);
        Cell buffered = SampleCells.withBuffer(plain, 65_536);
        Cell placed =
                SampleCells.withPlacement(plain, new Placement("cpu:0,0", Optional.empty(), Optional.empty(), ""));
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(plain, 1, 1_000),
                        SampleCells.result(buffered, 2, 2_000),
                        SampleCells.result(placed, 3, 3_000)),
                false);

        assertThat(page(run, "throughput")).contains("tcp, buffer 65536", "placement cpu:0,0");
    }

    @Test
    void whatAllCellsHaveInCommonIsInNoName() throws IOException {
        RunResult run = new RunResult(
                List.of(
                        SampleLoads.carried(SampleLoads.cell("post", 1_000), 2_000),
                        SampleLoads.carried(SampleLoads.cell("pigeon", 1_000), 3_000)),
                false);

        assertThat(page(run, "load"))
                .contains("post is the fastest", "rate 1000, arrivals poisson")
                .doesNotContain("post, rate", "pigeon, rate");
    }

    /** Of two sizes, so that there is a table of the fastest. */
    @Test
    void winnerHasTheNameThatTellsItFromTheOthers() throws IOException {
        RunResult run = new RunResult(
                Stream.of(64, 128)
                        .map(size -> SampleCells.cell("tcp", size))
                        .flatMap(cell -> Stream.of(
                                SampleCells.result(cell.withVariant(new Variant("old")), 2),
                                SampleCells.result(cell.withVariant(new Variant("new")), 1)))
                        .toList(),
                false);

        assertThat(page(run, "throughput")).containsPattern("class=winner>.{0,200}tcp, new");
    }

    @Test
    void directoryThatCannotBeWrittenCostsThePageOnly() {
        new HtmlReport(directory.resolve("gone"), warnings::add)
                .write(SampleRun.of(1, 1, 1), SampleRun.environment(), SampleRun.answer(SampleRun.of(1, 1, 1)));

        assertThat(warnings).singleElement().asString().startsWith("report.html is left out: cannot write ");
    }

    private String page(RunResult run, String... arguments) throws IOException {
        new HtmlReport(directory, warnings::add).write(run, SampleRun.environment(), SampleRun.answer(run, arguments));
        assertThat(warnings).isEmpty();
        return Files.readString(directory.resolve(HtmlReport.FILE_NAME));
    }

    /** As AssertJ's {@code containsSubsequence}, which copies what remains of a text again and again: gigabytes of a page. */
    private static void assertInOrder(String page, String... texts) {
        int from = 0;
        for (String text : texts) {
            int found = page.indexOf(text, from);
            assertThat(found)
                    .as("place of '%s' behind %d of %s", text, from, page)
                    .isNotNegative();
            from = found + text.length();
        }
    }

    private List<String[]> csv(RunResult run) throws IOException, CsvException {
        Path file = directory.resolve(CsvReport.FILE_NAME);
        new CsvReport(RunOrigin.UNKNOWN).write(run, file);
        try (Reader text = Files.newBufferedReader(file);
                CSVReader reader = new CSVReader(text)) {
            List<String[]> rows = reader.readAll();
            return rows.subList(1, rows.size());
        }
    }

    private static String escaped(String text) {
        return new Markup().text(text).toString();
    }
}
