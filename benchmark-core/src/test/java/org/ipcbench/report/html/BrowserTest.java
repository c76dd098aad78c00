package org.ipcbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.opencsv.CSVReaderHeaderAware;
import com.opencsv.exceptions.CsvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.file.CsvReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser. */
@Tag("full")
class BrowserTest {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 900;
    private static final RunResult RUN = SampleRun.of(4, 3, 6);

    private static final int PHONE_WIDTH = 390;
    private static final int FIRST_SCREEN = 700;

    /** Texts with a contrast below 4.5, which the Web Content Accessibility Guidelines ask for. */
    private static final String PALE_TEXTS = """
            (() => {
              const light = (rgb) => {
                const [r, g, b] = rgb.map((each) => each / 255)
                    .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
              };
              const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
              const paper = (element) => {
                for (let each = element; each; each = each.parentElement) {
                  const colour = parts(getComputedStyle(each).backgroundColor);
                  if (colour.length === 3 || colour[3] > 0) { return colour; }
                }
              };
              const pale = new Set();
              let seen = 0;
              for (const element of document.querySelectorAll('body *')) {
                const style = getComputedStyle(element);
                const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
                if (!own || style.fontSize === '0px' || element.closest('script, style, title')) { continue; }
                seen++;
                const ink = light(parts(element.closest('svg') ? style.fill : style.color).slice(0, 3));
                const back = light(paper(element).slice(0, 3));
                if (Math.max(ink, back) / Math.min(ink, back) < 4.5) {
                  pale.add(element.tagName + '.' + element.getAttribute('class') + ': ' + element.textContent.slice(0, 40));
                }
              }
              return seen > 100 ? JSON.stringify([...pale]) : 'only ' + seen + ' texts';
            })()""";

    @TempDir
    private static Path directory;

    private static Path page;
    private static Path wide;
    private static Path two;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> program = Browser.installed();
        Assumptions.assumeTrue(program.isPresent(), "no Chromium on this machine");
        page = written("sweep", RUN);
        wide = written("wide", SampleRun.ofManyColumns());
        two = written("two", SampleRun.of(5, 2, 3));
        browser = new Browser(program.get(), Files.createDirectory(directory.resolve("browser")));
    }

    private static Path written(String name, RunResult run) throws IOException {
        Path place = Files.createDirectory(directory.resolve(name));
        new HtmlReport(place, warning -> {
                    throw new IllegalStateException(warning);
                })
                .write(
                        run,
                        SampleRun.environment(),
                        SampleRun.answer(run, "latency", "--label", "x=<script>document.title='x'</script>"));
        return place.resolve(HtmlReport.FILE_NAME);
    }

    @AfterAll
    static void end() throws InterruptedException {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void everyFigureOfTheCsvStandsInTheRowOfItsCell() throws IOException, InterruptedException, CsvException {
        browser.open(page, WIDTH, HEIGHT);
        JsonObject shown =
                JsonParser.parseString(browser.evaluate("""
                                (() => {
                                  const columns = {};
                                  for (const table of document.querySelectorAll('table.all')) {
                                    [...table.tHead.rows[0].cells].forEach((head, column) => {
                                      columns[head.textContent] =
                                          [...table.tBodies[0].rows].map((row) => row.cells[column].textContent);
                                    });
                                  }
                                  for (const fact of document.querySelectorAll('#figures dl > div')) {
                                    columns[fact.children[0].textContent] = fact.children[1].textContent;
                                  }
                                  return JSON.stringify(columns);
                                })()""").getAsString()).getAsJsonObject();

        List<Map<String, String>> rows = rows();
        assertThat(rows).hasSize(RUN.cells().size());
        for (int i = 0; i < rows.size(); i++) {
            int row = i;
            rows.get(i).forEach((column, figure) -> {
                if (!figure.isEmpty()) {
                    String text = shown.get(column).isJsonArray()
                            ? shown.getAsJsonArray(column).get(row).getAsString()
                            : shown.get(column).getAsString();
                    assertThat(text).as("%s of row %d", column, row).isEqualTo(figure);
                }
            });
        }
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void pointsTellTheirExactFiguresToThePointerAndToTheKeyboard()
            throws IOException, InterruptedException, CsvException {
        browser.open(page, WIDTH, HEIGHT);
        browser.evaluate("document.querySelectorAll('#answer .lines')[1].scrollIntoView({behavior: 'instant'})");
        String centre = browser.evaluate("""
                        (() => {
                          const lines = document.querySelectorAll('#answer .lines')[1];
                          const box = lines.querySelector('use').getBoundingClientRect();
                          return (box.left + box.width / 2) + ' ' + (box.top + box.height / 2);
                        })()""").getAsString();
        String[] place = centre.split(" ", -1);

        browser.hover(Double.parseDouble(place[0]) + 3, Double.parseDouble(place[1]) + 3);

        String told = tip();
        assertThat(told).as("the uppermost line").startsWith("transport-2, 64 bytes\nmean round trip: ");
        double micros = Double.parseDouble(told.replaceAll("(?s).*round trip: ([0-9.]+) µs.*", "$1"));
        double expected = rows().stream()
                .filter(row -> Stream.of("Transport", "Workload", "PacketSize")
                        .map(row::get)
                        .toList()
                        .equals(List.of("transport-2", "latency", "64")))
                .mapToDouble(row -> Double.parseDouble(row.get("LatencyMeanMicros")))
                .findFirst()
                .orElseThrow();
        assertThat(micros).isCloseTo(expected, within(expected * 1e-5));

        browser.evaluate("document.querySelectorAll('#answer .lines')[1].querySelector('use').focus()");
        browser.press("ArrowRight");
        assertThat(tip()).startsWith("transport-2, 128 bytes\n");
        browser.press("ArrowDown");
        assertThat(tip()).startsWith("transport-1, ");
        browser.press("Escape");
        assertThat(browser.evaluate("document.getElementById('tip').hidden").getAsBoolean())
                .isTrue();
    }

    @Test
    void smallPlotsTellEachOfTheirValues() throws InterruptedException {
        browser.open(page, WIDTH, HEIGHT);
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        browser.evaluate("document.querySelector('#latency [data-word=iteration]').focus()");
        browser.press("ArrowRight");
        assertThat(tip()).matches("transport-0\niteration 2: [0-9.]+");

        browser.evaluate("document.querySelector('#latency [data-decade]').focus()");
        assertThat(tip()).matches("transport-0\n[0-9.]+ to [0-9.]+ µs: [0-9.]+ %");
        browser.evaluate("document.querySelector('#latency rect[data-told]').focus()");
        assertThat(tip()).matches("transport-0\nuser mode: [0-9]+ ns");
        assertThat(browser.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 768, 1280})
    void onlyTablesAreWiderThanTheWindow(int width) throws InterruptedException {
        browser.open(page, width, HEIGHT);
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

        assertThat(browser.evaluate("document.documentElement.scrollWidth").getAsInt())
                .isLessThanOrEqualTo(width);
    }

    /** Tables of all columns of the CSV are folded, and scroll. */
    @Test
    void noColumnOfFiguresIsCutOff() throws InterruptedException {
        for (Path each : List.of(page, wide)) {
            browser.open(each, WIDTH, HEIGHT);
            browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

            assertThat(browser.evaluate("document.documentElement.scrollWidth").getAsInt())
                    .isLessThanOrEqualTo(WIDTH);
            assertThat(browser.evaluate("""
                            JSON.stringify([...document.querySelectorAll('main > section:not(#figures) .scrolled')]
                                .filter((each) => each.scrollWidth > each.clientWidth)
                                .map((each) => each.textContent.slice(0, 200)))""").getAsString()).isEqualTo("[]");
        }
    }

    @Test
    void figuresComeFirstOnAPhone() throws InterruptedException {
        for (Path each : List.of(page, wide, two)) {
            browser.open(each, PHONE_WIDTH, HEIGHT);

            String places = browser.evaluate("""
                            [document.querySelector('#answer .says').getBoundingClientRect().bottom,
                             document.querySelector('#answer svg:has(.curve), #answer .lines .s')
                                 .getBoundingClientRect().bottom,
                             document.documentElement.scrollWidth].join(' ')""").getAsString();
            String[] pixels = places.split(" ", -1);
            assertThat(Double.parseDouble(pixels[0])).as("the sentence ends").isLessThan(FIRST_SCREEN);
            assertThat(Double.parseDouble(pixels[1]))
                    .as("the picture, or its first row, ends")
                    .isLessThan(FIRST_SCREEN);
            assertThat(Integer.parseInt(pixels[2])).as("width").isLessThanOrEqualTo(PHONE_WIDTH);
        }
    }

    @ParameterizedTest
    @CsvSource({"light, 1280", "light, 390", "dark, 1280", "dark, 390"})
    void textsStandOutFromTheirBackground(String scheme, int width) throws InterruptedException {
        browser.prefer(scheme);
        try {
            browser.open(two, width, HEIGHT);
            browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

            assertThat(browser.evaluate(PALE_TEXTS).getAsString()).isEqualTo("[]");
            assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor")
                            .getAsString())
                    .isEqualTo(scheme.equals("dark") ? "rgb(21, 24, 27)" : "rgb(252, 252, 250)");
        } finally {
            browser.prefer("light");
        }
    }

    @Test
    void textsOfUsersRunNothing() throws InterruptedException {
        browser.open(page, WIDTH, HEIGHT);

        assertThat(browser.evaluate("document.title").getAsString()).endsWith("ipcbench");
        assertThat(browser.evaluate("document.scripts.length").getAsInt()).isOne();
        assertThat(browser.evaluate("document.querySelector('#asked code').textContent")
                        .getAsString())
                .endsWith("'x=<script>document.title='\\''x'\\''</script>'");
    }

    @Test
    void everythingThatTakesTheFocusHasAName() throws InterruptedException {
        browser.open(page, WIDTH, HEIGHT);

        assertThat(browser.evaluate("""
                                [...document.querySelectorAll('[tabindex]')]
                                    .filter((each) => !each.getAttribute('aria-label')).length""").getAsInt()).isZero();
        assertThat(browser.evaluate("""
                                [...document.querySelectorAll('[id]')].map((each) => each.id)
                                    .filter((id, place, all) => all.indexOf(id) !== place).length""").getAsInt()).isZero();
    }

    private static String tip() throws InterruptedException {
        return browser.evaluate(
                        "document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent")
                .getAsString();
    }

    private static List<Map<String, String>> rows() throws IOException, CsvException {
        Path file = directory.resolve(CsvReport.FILE_NAME);
        new CsvReport(RunOrigin.UNKNOWN).write(RUN, file);
        List<Map<String, String>> rows = new ArrayList<>();
        try (CSVReaderHeaderAware reader = new CSVReaderHeaderAware(Files.newBufferedReader(file))) {
            for (Map<String, String> row = reader.readMap(); row != null; row = reader.readMap()) {
                rows.add(row);
            }
        }
        return rows;
    }
}
