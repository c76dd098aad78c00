package org.ipcbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Ladder;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.text.Markup;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

class PlotFilesTest {
    private static final Transport POST = ListedTransport.of("post");
    private static final Transport PIGEON = ListedTransport.upTo(1024, "pigeon", "feed it");

    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void throughputOverSizesHasALineForEachTransport() throws IOException, ParserConfigurationException, SAXException {
        write(
                repeated(SampleCells.cell(POST, 64), 0.5),
                repeated(SampleCells.cell(POST, 256), 0.5),
                repeated(SampleCells.cell(POST, 1024), 0.25),
                repeated(SampleCells.cell(PIGEON, 64), 4),
                repeated(SampleCells.cell(PIGEON, 256), 4),
                repeated(SampleCells.cell(PIGEON, 1024), 2));

        assertThat(files()).containsExactly("throughput-over-size.svg");
        Element svg = svg("throughput-over-size");
        assertThat(texts(svg, "text"))
                .contains("post", "pigeon", "throughput (MiB/s), logarithmic from 0.2", "message size (bytes)")
                .contains("throughput: MiB/s over message size, placement unpinned")
                .contains("64", "1K", "0.2", "5");
        assertThat(polylines(svg, "post")).containsExactly(3);
        assertThat(polylines(svg, "pigeon")).containsExactly(3);
    }

    @Test
    void twoSizesAreBarsAboveAnAxisOfEachTheFastestOnTop()
            throws IOException, ParserConfigurationException, SAXException {
        write(
                repeated(SampleCells.cell(POST, 64), 0.5),
                repeated(SampleCells.cell(POST, 1024), 0.25),
                repeated(SampleCells.cell(PIGEON, 64), 4),
                repeated(SampleCells.cell(PIGEON, 1024), 0.1),
                unmeasured(SampleCells.cell(ListedTransport.of("bottle"), 1024)));

        assertThat(files()).containsExactly("throughput-over-size.svg");
        Element svg = svg("throughput-over-size");
        assertThat(texts(svg, "text"))
                .contains(
                        "throughput: MiB/s over message size, placement unpinned",
                        "whisker: 95 % interval; hollow: suspect; each size has an axis of its own")
                .containsSubsequence("messages of 64 bytes", "0", "2", "throughput (MiB/s)")
                .containsSubsequence("messages of 1K bytes", "0", "10", "throughput (MiB/s)")
                .containsSubsequence("post", "pigeon", "pigeon", "post", "bottle (not measured)");
        List<String> groups =
                elements(svg, "g").map(each -> each.getAttribute("aria-label")).toList();
        assertThat(groups).contains("pigeon, messages of 64 bytes", "pigeon, messages of 1K bytes");
        assertThat(told(svg)).as("bars").isEqualTo(4);
    }

    @Test
    void twoSizesOfRoundTripsAreDotsAboveLikeAxes() throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, roundTrips(1000, 10_000)),
                SampleCells.result(SampleCells.roundTrips(POST, 4096), 0.5, roundTrips(1000, 400_000)),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 64), 0.5, roundTrips(1000, 20_000)),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 4096), 0.5, roundTrips(1000, 40_000)));

        Element svg = svg("latency-median-over-size");
        assertThat(texts(svg, "text"))
                .containsSubsequence(
                        "messages of 64 bytes",
                        "10",
                        "1000",
                        "median round trip (µs), logarithmic from 10",
                        "messages of 4K bytes",
                        "10",
                        "1000",
                        "median round trip (µs), logarithmic from 10")
                .containsSubsequence("post", "pigeon", "pigeon", "post");
        assertThat(texts(svg("latency-mean-over-size"), "text"))
                .contains("mean round trip (µs), logarithmic from 20")
                .contains("whisker: 95 % interval; hollow: suspect");
    }

    @Test
    void pngIsAnImageOfTheSameSizeAsTheSvg() throws IOException, ParserConfigurationException, SAXException {
        CellResult[] cells = {
            SampleCells.result(SampleCells.cell(POST, 64), 0.5), SampleCells.result(SampleCells.cell(POST, 1024), 0.25)
        };
        write(cells);
        PlotFiles.writePng(new RunResult(List.of(cells), false), directory);

        BufferedImage image =
                ImageIO.read(directory.resolve("throughput-over-size.png").toFile());
        Element svg = svg("throughput-over-size");
        assertThat(image.getWidth()).isEqualTo(Integer.parseInt(svg.getAttribute("width")));
        assertThat(image.getHeight()).isEqualTo(Integer.parseInt(svg.getAttribute("height")));
        assertThat(Arrays.stream(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                        .distinct()
                        .count())
                .as("colours and their shades")
                .isGreaterThan(10);
    }

    @Test
    void svgHasTheSameNumbersInEveryLocale() throws IOException, ParserConfigurationException, SAXException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            write(
                    SampleCells.result(SampleCells.cell(POST, 64), 0.5),
                    SampleCells.result(SampleCells.cell(POST, 1024), 0.25));
        } finally {
            Locale.setDefault(before);
        }

        assertThat(svg("throughput-over-size").getAttribute("viewBox")).matches("0 0 [0-9]+ [0-9]+");
    }

    @Test
    void missingCellIsAGapAndTransportWithoutFiguresIsMarkedInTheLegend()
            throws IOException, ParserConfigurationException, SAXException {
        write(
                repeated(SampleCells.cell(POST, 64), 0.5),
                repeated(SampleCells.cell(POST, 128), 0.5),
                unmeasured(SampleCells.cell(POST, 256)),
                repeated(SampleCells.cell(POST, 512), 0.5),
                repeated(SampleCells.cell(POST, 1024), 0.25),
                repeated(SampleCells.cell(POST, 2048), 0.5),
                unmeasured(SampleCells.cell(PIGEON, 2048)));

        Element svg = svg("throughput-over-size");
        assertThat(polylines(svg, "post")).containsExactlyInAnyOrder(2, 3);
        assertThat(polylines(svg, "pigeon (unsupported)")).isEmpty();
    }

    @Test
    void severalPlacementsAreLinesOfTheirOwn() throws IOException, ParserConfigurationException, SAXException {
        Placement near = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");
        write(Stream.of(Placement.UNPINNED, near)
                .flatMap(placement -> Stream.of(64, 128)
                        .map(size -> SampleCells.withPlacement(SampleCells.cell(POST, size), placement)))
                .map(cell -> SampleCells.result(cell, 1))
                .toArray(CellResult[]::new));

        Element svg = svg("throughput-over-size");
        assertThat(texts(svg, "text"))
                .contains("post, unpinned", "post, same-cpu", "throughput: MiB/s over message size");
    }

    @Test
    void buffersAreTheAxisForOneSizeAndSeparatePlotsForSeveral()
            throws IOException, ParserConfigurationException, SAXException {
        write(Stream.of(4096, 8192, 16384)
                .map(buffer -> SampleCells.result(SampleCells.withBuffer(SampleCells.cell(POST, 64), buffer), 1))
                .toArray(CellResult[]::new));

        assertThat(files()).containsExactly("throughput-over-buffer.svg");
        assertThat(texts(svg("throughput-over-buffer"), "text"))
                .contains("buffer size (bytes)", "4K", "8K")
                .contains("throughput: MiB/s over buffer size, messages of 64 bytes, placement unpinned");

        write(Stream.of(4096, 8192)
                .flatMap(buffer -> Stream.of(64, 128)
                        .map(size ->
                                SampleCells.result(SampleCells.withBuffer(SampleCells.cell(POST, size), buffer), 1)))
                .toArray(CellResult[]::new));

        assertThat(files()).contains("throughput-over-size-buffer-4K.svg", "throughput-over-size-buffer-8K.svg");
        assertThat(texts(svg("throughput-over-size-buffer-8K"), "text"))
                .contains("throughput: MiB/s over message size, buffer of 8K bytes, placement unpinned");
    }

    @Test
    void oneSizeHasABarForEachTransportTheFastestOnTop()
            throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.cell(POST, 64), 0.5),
                SampleCells.result(SampleCells.cell(PIGEON, 64), 0.25),
                unmeasured(SampleCells.cell(ListedTransport.of("bottle"), 64)));

        assertThat(files()).containsExactly("throughput-bars.svg");
        assertThat(texts(svg("throughput-bars"), "text"))
                .contains("throughput: MiB/s, messages of 64 bytes, placement unpinned", "throughput (MiB/s)", "0", "4")
                .containsSubsequence("pigeon", "post", "bottle (not measured)");
    }

    @Test
    void roundTripsOfOneSizeHavePointsOfTheirMedian() throws IOException, ParserConfigurationException, SAXException {
        write(SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, roundTrips(1000, 10_000)));

        assertThat(texts(svg("latency-points"), "text"))
                .contains("latency: median round trip, messages of 64 bytes, placement unpinned")
                .contains(
                        "median round trip (µs), logarithmic from 10",
                        "10",
                        "20",
                        "diamond: p99; whisker: 95 % interval; hollow: suspect");
    }

    @Test
    void rowsAreInTheOrderOfWhatTheyShow() throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.25, roundTrips(1000, 40_000)),
                new CellResult(SampleCells.roundTrips(ListedTransport.of("bottle"), 64), 1, List.of()),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 64), 0.5, roundTrips(1000, 20_000)));

        assertThat(texts(svg("latency-points"), "text")).containsSubsequence("pigeon", "post", "bottle (not measured)");
    }

    @Test
    void twoSpeedsAreTwoPointsOfARowAndTwoBars() throws IOException, ParserConfigurationException, SAXException {
        write(torn(SampleCells.roundTrips(POST, 64)), torn(SampleCells.cell(POST, 64)));

        Element dots = group(svg("latency-points"), "post");
        assertThat(told(dots)).as("medians and p99s").isEqualTo(4);
        assertThat(elements(dots, "path")).as("intervals").isEmpty();
        Element bars = group(svg("throughput-bars"), "post");
        assertThat(elements(bars, "rect").map(PlotFilesTest::width).toList())
                .satisfiesExactly(
                        longer -> assertThat(longer).isGreaterThan(450),
                        shorter -> assertThat(shorter).isBetween(75.0, 225.0));
    }

    /** Three slow iterations, and two that are four times as fast. */
    private static CellResult torn(Cell cell) {
        double[] seconds = {1, 1.01, 1.02, 0.25, 0.26};
        return new CellResult(
                cell,
                seconds.length,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i], Math.round(60_000 * seconds[i])))
                        .toList());
    }

    private static double width(Element bar) {
        return Double.parseDouble(bar.getAttribute("width"));
    }

    @Test
    void missingTailIsNotAMissingMeasurement() throws IOException, ParserConfigurationException, SAXException {
        Cell few = SampleCells.roundTrips(PIGEON, 64);
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, roundTrips(1000, 10_000)),
                new CellResult(few, 1, List.of(SampleCells.sampled(few, 1, 0.5, 100))),
                unmeasured(SampleCells.roundTrips(ListedTransport.of("bottle"), 64)));

        assertThat(texts(svg("latency-cost"), "text"))
                .contains("post", "pigeon (too few samples)", "bottle (not measured)");
    }

    @Test
    void longRoundTripsAreAPictureOverTheirCpuTime() throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, roundTrips(1000, 10_000)),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 64), 0.5, roundTrips(1000, 40_000)));

        Element svg = svg("latency-cost");
        assertThat(texts(svg, "text"))
                .contains("post", "pigeon", "p99 of round trips (µs), logarithmic from 10")
                .contains("CPU time of all processes for each message (ns), logarithmic from 20000");
        assertThat(told(svg)).as("cells").isEqualTo(2);
        assertThat(elements(svg, "use").count()).as("with those of the names").isEqualTo(4);
    }

    @Test
    void spinningTransportsHaveAPlotOfTheirOwn() throws IOException, ParserConfigurationException, SAXException {
        Transport top = new ListedTransport("top", Availability.available(), Traits.of(WaitStrategy.SPINNING));
        write(Stream.of(POST, top)
                .flatMap(transport -> Stream.of(64, 128).map(size -> SampleCells.cell(transport, size)))
                .map(cell -> SampleCells.result(cell, 0.5))
                .toArray(CellResult[]::new));

        assertThat(files()).contains("throughput-over-size.svg", "throughput-over-size-spinning.svg");
        assertThat(texts(svg("throughput-over-size"), "text")).contains("post").doesNotContain("top");
        assertThat(texts(svg("throughput-over-size-spinning"), "text"))
                .contains("top", "throughput: MiB/s over message size, waiting: spinning, placement unpinned")
                .doesNotContain("post");
    }

    @Test
    void everyMeasuredSizeIsLabelled() throws IOException, ParserConfigurationException, SAXException {
        write(Stream.of(512, 800, 1024)
                .map(size -> SampleCells.result(SampleCells.cell(POST, size), 0.5))
                .toArray(CellResult[]::new));

        assertThat(texts(svg("throughput-over-size"), "text")).contains("512", "800", "1K");
    }

    @Test
    void unrepeatedCellsAreNotJoinedByALine() throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.cell(POST, 64), 0.5),
                SampleCells.result(SampleCells.cell(POST, 128), 0.5),
                SampleCells.result(SampleCells.cell(POST, 256), 0.5));

        Element svg = svg("throughput-over-size");
        assertThat(polylines(svg, "post")).isEmpty();
        assertThat(told(group(svg, "post"))).as("markers").isEqualTo(3);
    }

    @Test
    void withoutAnyFigureThereIsNoPlot() throws IOException {
        write(unmeasured(SampleCells.cell(POST, 64)), unmeasured(SampleCells.cell(POST, 128)));

        assertThat(files()).isEmpty();
    }

    @Test
    void roundTripsHaveTheirPercentilesEvenForOneSize() throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, roundTrips(1000, 10_000)),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 64), 0.5, roundTrips(100, 40_000)),
                unmeasured(SampleCells.roundTrips(ListedTransport.of("bottle"), 64)));

        assertThat(files()).contains("latency-percentiles.svg");
        assertThat(texts(svg("latency-percentiles"), "text"))
                .contains(
                        "post",
                        "pigeon",
                        "bottle (not measured)",
                        "round trip (µs), logarithmic from 10",
                        "percentile of round trips")
                .contains("0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "10", "20", "50")
                .doesNotContain("99.999 %");
    }

    @Test
    void roundTripsOverSizesHaveMeanAndMedianAndPercentilesOfEachSize() throws IOException {
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, roundTrips(100, 10_000)),
                SampleCells.result(SampleCells.roundTrips(POST, 4096), 0.5, roundTrips(100, 20_000)));

        assertThat(files())
                .contains(
                        "latency-mean-over-size.svg",
                        "latency-median-over-size.svg",
                        "latency-percentiles-size-64.svg",
                        "latency-percentiles-size-4K.svg",
                        "latency-cost-size-64.svg",
                        "latency-cost-size-4K.svg")
                .hasSize(6);
    }

    @Test
    void roundTripsShorterThanTheClockCanTellArePlotted()
            throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.roundTrips(POST, 64), 0.5, 0, 0, 0),
                SampleCells.result(SampleCells.roundTrips(POST, 4096), 0.5, 0, 0, 0));

        assertThat(texts(svg("latency-median-over-size"), "text")).contains("0.001");
    }

    @Test
    void transferHasPlotsOfSecondsAndThroughput() throws IOException, ParserConfigurationException, SAXException {
        write(Stream.of(4096, 8192, 16384)
                .map(size -> SampleCells.result(SampleCells.file(POST, size), 0.5))
                .toArray(CellResult[]::new));

        assertThat(files()).contains("transfer-seconds-over-size.svg", "transfer-throughput-over-size.svg");
        assertThat(texts(svg("transfer-seconds-over-size"), "text"))
                .contains("transfer: seconds a file over message size, placement unpinned")
                .contains("mean time of a file (s), logarithmic from 0.5", "0.5");
    }

    @Test
    void fromThreeIterationsOnThereIsAnInterval() throws IOException, ParserConfigurationException, SAXException {
        write(
                new CellResult(
                        SampleCells.cell(POST, 64),
                        3,
                        Stream.of(1, 2, 3)
                                .map(i -> SampleCells.measured(SampleCells.cell(POST, 64), i, 1 + 0.1 * i))
                                .toList()),
                repeated(SampleCells.cell(POST, 128), 1),
                repeated(SampleCells.cell(POST, 256), 1));

        Element line = group(svg("throughput-over-size"), "post");
        assertThat(elements(line, "path").map(each -> each.getAttribute("class")))
                .containsExactly("curve", "whisker", "leader");
    }

    @Test
    void unwritablePlotIsAWarning() throws IOException {
        Files.createDirectory(directory.resolve("throughput-over-size.svg"));
        write(
                SampleCells.result(SampleCells.cell(POST, 64), 0.5),
                SampleCells.result(SampleCells.cell(POST, 128), 0.5));

        assertThat(files()).containsExactly("throughput-over-size.svg");
        assertThat(warnings).singleElement().asString().contains("plots are left out", "throughput-over-size.svg");
    }

    @Test
    void unwritablePngIsNotBlamedOnJava() throws IOException {
        Files.createDirectory(directory.resolve("throughput-over-size.png"));
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.cell(POST, 64), 0.5),
                        SampleCells.result(SampleCells.cell(POST, 128), 0.5)),
                false);

        assertThatIOException()
                .isThrownBy(() -> PlotFiles.writePng(run, directory))
                .withMessageContaining("throughput-over-size.png")
                .withMessageNotContaining("this Java");
    }

    @Test
    void ratesThatDifferTooMuchForBarsAreDotsOnALogarithmicAxis()
            throws IOException, ParserConfigurationException, SAXException {
        write(
                SampleCells.result(SampleCells.cell(POST, 64), 0.1),
                SampleCells.result(SampleCells.cell(PIGEON, 64), 2.5));

        Element svg = svg("throughput-bars");
        assertThat(texts(svg, "text")).contains("throughput (MiB/s), logarithmic from 0.2");
        assertThat(elements(group(svg, "post"), "rect")).isEmpty();
        assertThat(told(svg)).isEqualTo(2);
    }

    /** Zero has no place on a logarithmic axis. */
    @Test
    void whiskersAreTheIntervalsOfTheTable() throws IOException, ParserConfigurationException, SAXException {
        Cell cell = SampleCells.roundTrips(POST, 64);
        CellResult result = new CellResult(
                cell,
                3,
                Stream.of(1, 2, 50)
                        .map(i -> SampleCells.measured(cell, i, 0.5, roundTrips(2000, 10_000L * i)))
                        .toList());
        write(result);

        Interval interval = result.summary()
                .flatMap(summary -> summary.latencies().certainty(50))
                .orElseThrow();
        assertThat(texts(svg("latency-points"), "title"))
                .anyMatch(told -> told.endsWith(
                        "95 %% interval: %s to %s".formatted(micros(interval.low()), micros(interval.high()))));
    }

    private static String micros(double nanos) {
        int whole = nanos < 1000 ? 1 : (int) Math.log10(nanos / 1000) + 1;
        return Markup.number(nanos / 1000, Math.max(0, 6 - whole));
    }

    @Test
    void plotCountBeforeTheRunMatchesThePlotsMade() throws IOException {
        List<Cell> cells = Stream.concat(
                        Ladder.RUNGS.stream()
                                .flatMap(rung -> rung.workloads().stream().map(question -> Cell.of(POST, question))),
                        Stream.of(4096, 8192).map(size -> SampleCells.file(POST, size)))
                .toList();
        write(cells.stream()
                .map(cell -> SampleCells.result(cell, 0.5, roundTrips(10, 1000)))
                .toArray(CellResult[]::new));

        assertThat(PlotFiles.count(new Plan(cells, 1, 0, 1)))
                .as("throughput, mean, median, four of percentiles, eight of costs, a file's throughput and seconds")
                .isEqualTo(17);
        assertThat(files()).hasSize(17);
    }

    private void write(CellResult... cells) {
        new PlotFiles(directory, warnings::add).write(new RunResult(List.of(cells), false));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Element svg(String stem) throws IOException, ParserConfigurationException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve(stem + ".svg").toFile())
                .getDocumentElement();
    }

    /** A cell whose three iterations took so many seconds each. */
    private static CellResult repeated(Cell cell, double seconds) {
        return new CellResult(
                cell,
                3,
                Stream.of(1, 2, 3)
                        .map(i -> SampleCells.measured(cell, i, seconds))
                        .toList());
    }

    private static CellResult unmeasured(Cell cell) {
        return new CellResult(cell, 1, List.<IterationResult>of());
    }

    /** This number of latencies, evenly spread from one length to twice that length. */
    private static long[] roundTrips(int count, long shortestNanos) {
        return LongStream.range(0, count)
                .map(i -> shortestNanos + i * shortestNanos / count)
                .toArray();
    }

    /** The texts of the elements; of several lines also the whole. */
    private static List<String> texts(Element svg, String tag) {
        return Stream.concat(
                        Stream.of("heading", "note").map(kind -> String.join(" ", lines(svg, kind))),
                        elements(svg, tag).map(Element::getTextContent))
                .toList();
    }

    private static List<String> lines(Element svg, String kind) {
        return elements(svg, "text")
                .filter(each -> each.getAttribute("class").equals(kind))
                .map(Element::getTextContent)
                .toList();
    }

    /** Number of values that tell their figure. */
    private static long told(Element parent) {
        return Stream.of("use", "rect")
                .flatMap(tag -> elements(parent, tag))
                .filter(each -> each.getElementsByTagName("title").getLength() == 1)
                .count();
    }

    /** Of the line with this name: how many bends and ends each of its parts has. */
    private static List<Integer> polylines(Element svg, String line) {
        return elements(group(svg, line), "path")
                .filter(path -> path.getAttribute("class").equals("curve"))
                .map(path -> path.getAttribute("d").split("L", -1).length)
                .toList();
    }

    private static Element group(Element svg, String name) {
        return elements(svg, "g")
                .filter(each -> each.getAttribute("aria-label").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Element> elements(Element parent, String tag) {
        NodeList nodes = parent.getElementsByTagName(tag);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
    }
}
