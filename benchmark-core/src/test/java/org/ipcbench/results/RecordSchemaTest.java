package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.GatedRounds;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.cell.SampleSettings;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells of every question, each value of which is not the default, are recorded as the schema says, and read again. */
class RecordSchemaTest {
    private static final Transport TRANSPORT = ListedTransport.shared("fast").in(3, "classic", "standard");
    private static final Placement PLACEMENT = new Placement(
            "node:0,1",
            Optional.of(new Place(CpuSet.parse("0-1"), Optional.of(0))),
            Optional.of(new Place(CpuSet.parse("2,3"), Optional.of(1))),
            "numactl is missing");
    private static final Feasibility ANSWER = new Feasibility(
            Optional.of(new Obstacle(CellStatus.UNSUPPORTED, "carries nothing; raise it")), OptionalLong.of(9));
    private static final List<Cell> CELLS = Stream.concat(
                    SampleWorkloads.ofEveryQuestion().stream(),
                    Stream.of(
                            SampleWorkloads.inFlight(),
                            SampleWorkloads.overlapping(),
                            SampleWorkloads.mixed(),
                            SampleWorkloads.coded(),
                            SampleWorkloads.bothWays(),
                            SampleWorkloads.traced()))
            .map(workload -> new Cell(TRANSPORT, workload, SampleSettings.unusual(PLACEMENT, "JDK 25"), ANSWER))
            .toList();
    private static final Plan PLAN = new Plan(
            CELLS,
            List.of(SampleCells.cell("bare", 64)),
            new StoppingRule.Precision(3, 0.05, Duration.ofMinutes(10)),
            400,
            42);
    private static final RunTerms TERMS = new RunTerms(
            Duration.ofSeconds(60).toNanos(),
            true,
            List.of("fast"),
            "25.0.1",
            List.of("-Xss1m"),
            List.of("0f".repeat(32)),
            "thread",
            Map.of("JDK 25", "25.0.1"),
            new Checksum(1_000, 7),
            true,
            Map.of("slower", 0.05));

    private Path file = Path.of(ResultsLog.FILE_NAME);

    @BeforeEach
    void record(@TempDir Path directory) throws IOException {
        file = directory.resolve(ResultsLog.FILE_NAME);
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, TERMS)) {
            for (Cell cell : CELLS) {
                log.iterationEnded(SampleCells.measured(cell, 1, 1, 2_000));
                log.iterationEnded(SampleCells.failed(cell, 2, "the server died"));
            }
            log.end(2, false);
        }
    }

    @Test
    void everyQuestionHasASample() {
        assertThat(SampleWorkloads.ofEveryQuestion())
                .extracting(Workload::question)
                .containsExactlyInAnyOrder(Question.values());
    }

    @Test
    void everyLineIsAsTheSchemaSays() throws IOException {
        RecordSchema.assertDescribes(file);
    }

    @Test
    void extraTimeIsAsTheSchemaSays(@TempDir Path directory) throws IOException {
        Path extended = directory.resolve(ResultsLog.FILE_NAME);
        Plan plan = PLAN.stoppedBy(new ExtraTime(3, Duration.ofMinutes(10), 800));
        IterationResult measured = SampleCells.measured(CELLS.get(0), 1, 1, 2_000);
        try (ResultsLog log = ResultsLog.create(extended, plan, SampleIdentity.RUN, TERMS)) {
            for (Plan.Part part : Plan.Part.values()) {
                log.iterationEnded(IterationResult.measured(
                        new Plan.Turn(CELLS.get(0), 1, part),
                        measured.measurement().orElseThrow(),
                        measured.breakdown().orElseThrow()));
            }
            log.end(3, false);
        }

        RecordSchema.assertDescribes(extended);
        assertThat(RunRecord.read(extended, false).header().plan().stopping()).isEqualTo(plan.stopping());
    }

    @Test
    void gatesThatEndTheRunAreAsTheSchemaSays(@TempDir Path directory) throws IOException {
        Path gated = directory.resolve(ResultsLog.FILE_NAME);
        List<Gate> gates = List.of(new Gate(Gate.Figure.SPEED, 0.05));
        Plan plan = PLAN.stoppedBy(new GatedRounds(6, gates, OptionalDouble.empty(), Duration.ofMinutes(1)));
        try (ResultsLog log = ResultsLog.create(gated, plan, SampleIdentity.RUN, TERMS)) {
            log.end(0, false);
        }

        RecordSchema.assertDescribes(gated);
        assertThat(RunRecord.read(gated, false).header().plan().stopping()).isEqualTo(plan.stopping());
    }

    @Test
    void transportInOneProcessIsRecordedByTheNameThatOlderRecordsHave(@TempDir Path directory) throws IOException {
        Path other = directory.resolve(ResultsLog.FILE_NAME);
        Cell bare = SampleCells.cell(ListedTransport.inProcess("bare"), 64);
        try (ResultsLog log = ResultsLog.create(other, new Plan(List.of(bare), 1, 0, 1), SampleIdentity.RUN, TERMS)) {
            log.end(0, false);
        }

        assertThat(other).content().contains("\"ONE_PROCESS\"");
        Transport read = RunRecord.read(other, false).header().cells().get(0).transport();
        assertThat(read.traits().inProcess()).isTrue();
    }

    @Test
    void everyPropertyOfTheSchemaIsWritten() throws IOException {
        JsonObject schema = RecordSchema.json().getAsJsonObject("$defs");
        JsonObject run = schema.getAsJsonObject("run").getAsJsonObject("properties");
        Set<String> ofCells = new TreeSet<>();
        header().getAsJsonArray("cells")
                .forEach(cell -> ofCells.addAll(cell.getAsJsonObject().keySet()));

        assertThat(ofCells).isEqualTo(properties(schema.get("cell")));
        assertThat(new TreeSet<>(header().getAsJsonArray("transports")
                        .get(0)
                        .getAsJsonObject()
                        .keySet()))
                .isEqualTo(properties(run.getAsJsonObject("transports").get("items")));
        assertThat(new TreeSet<>(header().getAsJsonObject("terms").keySet())).isEqualTo(properties(run.get("terms")));
    }

    @Test
    void everyDimensionHasItsPropertyInALineOfTheSchema() throws IOException {
        assertThat(properties(RecordSchema.json().getAsJsonObject("$defs").get("iteration")))
                .containsAll(Dimension.ALL.stream().map(Dimension::key).toList());
        assertThat(Dimension.ALL)
                .allSatisfy(dimension -> assertThat(CELLS)
                        .as(dimension.key())
                        .anySatisfy(cell -> assertThat(dimension.of(cell)).isPresent()));
    }

    @Test
    void cellsThatAreReadAreThoseThatWereWritten() throws IOException {
        List<Cell> read = RunRecord.read(file, false).header().cells();

        assertThat(read.stream().map(cell -> cell.over(TRANSPORT)).toList()).isEqualTo(CELLS);
        assertThat(read.get(0).transport().info()).isEqualTo(TRANSPORT.info());
        assertThat(read.get(0).transport().traits()).isEqualTo(TRANSPORT.traits());
    }

    private JsonObject header() throws IOException {
        return JsonParser.parseString(Files.readAllLines(file).get(0)).getAsJsonObject();
    }

    private static Set<String> properties(JsonElement schema) {
        return new TreeSet<>(
                schema.getAsJsonObject().getAsJsonObject("properties").keySet());
    }
}
