package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.export.Exports;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText.RunText;
import org.ipcbench.report.words.Answer;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.results.header.RunTerms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer of a run stands everywhere in the same words. */
class RunAnswerTest {
    private static final Environment ENVIRONMENT = SampleRun.environment();
    private static final List<Cell> RATES = Stream.of(1_000, 2_000, 4_000)
            .map(rate -> SampleLoads.cell("tin-can", rate))
            .toList();
    private static final LatencyBound BELOW_A_MILLISECOND = new LatencyBound(1_000_000);

    @TempDir
    private Path directory;

    @Test
    void gatesAndVariantsStandEverywhere() throws IOException {
        Cell old = SampleCells.cell("tin-can", 64).withVariant(new Variant("old.jar"));
        Cell slower = SampleCells.cell("tin-can", 64).withVariant(new Variant("new.jar"));
        RecordedRun run = recorded(
                new Plan(List.of(old, slower), 5, 0, 42),
                Map.of("slower", 0.05),
                IntStream.rangeClosed(1, 5)
                        .boxed()
                        .flatMap(round -> Stream.of(
                                SampleCells.measured(old, round, 1 + 0.01 * round, 1_000),
                                SampleCells.measured(slower, round, 1.3 + 0.01 * round, 1_000)))
                        .toList());

        Answer answer = standsEverywhere(run);

        assertThat(answer.gates())
                .singleElement()
                .asString()
                .startsWith("--fail-on slower:5%: tin-can, throughput, 64 bytes, new.jar fails: speed is 0.7");
        assertThat(answer.sentences())
                .singleElement()
                .asString()
                .startsWith("tin-can: new.jar beside old.jar: slower, 0.7");
        assertThat(SharedFiles.of(run).text())
                .startsWith(
                        "--fail-on slower:5%: tin-can, throughput, 64 bytes, variant 2 (6f1c2) fails: speed is 0.7");
    }

    @Test
    void capacityStandsEverywhere() throws IOException {
        Plan plan =
                new Plan(RATES, List.of(), new StoppingRule.FixedRounds(3), Optional.of(BELOW_A_MILLISECOND), 0, 42);
        List<IterationResult> results = new ArrayList<>();
        long[] nanos = {100_000, 200_000, 9_000_000};
        IntStream.range(0, nanos.length)
                .forEach(i -> results.addAll(SampleLoads.iterations(RATES.get(i), 1, nanos[i], nanos[i])));

        Answer answer = standsEverywhere(recorded(plan, Map.of(), results));

        assertThat(answer.sentences())
                .singleElement()
                .asString()
                .matches(
                        "tin-can.* carries 2500 messages/s, one way, with p99 below 1.00 ms, the machine's stalls left out");
        assertThat(answer.standings()).isEmpty();
    }

    /** The advice is complete only after a run that follows, and then stands as it was printed. */
    @Test
    void adviceStandsEverywhereAsItWasPrinted() throws IOException {
        Cell cell = RATES.get(0);
        Plan plan = new Plan(List.of(cell), List.of(), new Elimination(3, BELOW_A_MILLISECOND), 0, 42);
        RecordedRun run = recorded(plan, Map.of(), SampleLoads.iterations(cell, 1, 100_000, 200_000));

        assertThat(standsEverywhere(run).sentences()).first().asString().startsWith("Take tin-can");

        List<String> printed = List.of("Take tin-can: at 1K & more.", "At 2K/s the answer stays.");
        ResultsLog.advise(directory, printed);
        RecordedRun advised = RecordedRun.read(directory);

        assertThat(standsEverywhere(advised).sentences()).isEqualTo(printed);
        assertThat(SharedFiles.of(advised).text()).startsWith("Take tin-can: at 1K &amp; more.");
        assertThat(advised.record().rounds()).isEqualTo(run.record().rounds());
    }

    /** Writes the run in every form and returns its answer, which stands at the beginning of each. */
    private Answer standsEverywhere(RecordedRun run) throws IOException {
        Answer answer = RunAnswer.of(run, Locale.ENGLISH);
        assertThat(new Exports(directory)
                        .write(
                                ExportedRun.of(
                                        directory,
                                        run.result(),
                                        answer,
                                        ENVIRONMENT,
                                        CellHistograms.NONE,
                                        Locale.ENGLISH),
                                Set.of(ExportFormat.MARKDOWN, ExportFormat.JSON)))
                .isEmpty();
        assertThat(JsonParser.parseString(Files.readString(directory.resolve("cells.json")))
                        .getAsJsonObject()
                        .getAsJsonArray("answer"))
                .extracting(JsonElement::getAsString)
                .containsExactlyElementsOf(answer.all());
        String command = "ipcbench throughput -t tin-can";
        assertThat(Files.readString(directory.resolve("table.md")).replace("&amp;", "&"))
                .startsWith(String.join("\n\n", answer.all()) + "\n\n" + command + "\n");
        String page = HtmlReport.text(run.result(), ENVIRONMENT, answer);
        assertThat(page.substring(page.indexOf("<h2>Answer</h2>"))
                        .replace("&amp;", "&")
                        .replace("&#39;", "'"))
                .startsWith("<h2>Answer</h2>"
                        + String.join(
                                "",
                                answer.leading().stream()
                                        .map("<p class=says>%s</p>"::formatted)
                                        .toList()))
                .contains(command);
        assertThat(new RunText(Locale.ENGLISH, RunConditions.UNKNOWN)
                        .of(run.result(), answer)
                        .lines())
                .containsAll(answer.sentences());
        return answer;
    }

    private RecordedRun recorded(Plan plan, Map<String, Double> gates, List<IterationResult> results)
            throws IOException {
        new EnvironmentFile().write(ENVIRONMENT, directory.resolve(EnvironmentFile.FILE_NAME));
        Map<String, String> variants = new TreeMap<>();
        plan.cells().stream()
                .map(Cell::variantName)
                .filter(name -> !name.isEmpty())
                .forEach(name -> variants.put(name, name));
        RunTerms terms = new RunTerms(
                60_000_000_000L,
                false,
                List.of(),
                null,
                List.of(),
                List.of(),
                "thread",
                variants,
                null,
                null,
                gates.isEmpty() ? null : gates);
        try (ResultsLog log =
                ResultsLog.create(directory.resolve(ResultsLog.FILE_NAME), plan, SampleIdentity.RUN, terms)) {
            for (IterationResult result : results) {
                log.iterationEnded(result);
            }
            log.end(plan.iterations(), false);
        }
        return RecordedRun.read(directory);
    }
}
