package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.Turns;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.SizeLatencies;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText.RunText;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.RunIdentity.MergedRuns;
import org.ipcbench.results.line.LineCursor;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records as another version or a stranger would write them, whose checksums are right: read, or refused in one line. */
class ForgedRecordTest {
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    private static final int HEADER_AND_MEASUREMENT = 2;

    @TempDir
    private Path directory;

    private Path record = Path.of(ResultsLog.FILE_NAME);

    @BeforeEach
    void describeTheEnvironment() throws IOException {
        record = directory.resolve(ResultsLog.FILE_NAME);
        new EnvironmentFile().write(SampleRun.environment(), directory.resolve(RecordedRun.ENVIRONMENT));
    }

    private static Stream<Workload> workloads() {
        return Stream.concat(
                SampleWorkloads.ofEveryQuestion().stream(),
                Stream.of(SampleWorkloads.mixed(), SampleWorkloads.traced(), SampleWorkloads.bothWays()));
    }

    /** A run of one cell. */
    private List<JsonObject> recorded(Workload workload) throws IOException {
        Cell cell = SampleCells.cellOf(workload);
        Plan plan = new Plan(List.of(cell), 2, 100, 1);
        try (ResultsLog log = ResultsLog.create(record, plan, SampleIdentity.RUN, null)) {
            log.iterationEnded(SampleCells.measured(cell, 1, measurement(cell)));
            log.iterationEnded(SampleCells.failed(cell, 2, "the server died"));
            log.end(2, false);
        }
        return lines();
    }

    private List<JsonObject> lines() throws IOException {
        return Files.readAllLines(record).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
    }

    private static Measurement measurement(Cell cell) {
        Measurement plain =
                SampleCells.measured(cell, 1, 1, 2_000, 4_000).measurement().orElseThrow();
        Histogram few = new Recorder().latencies();
        few.recordValueWithCount(2_000, 50);
        return plain.draft()
                .working(new WorkTime(7, 1_500))
                .bySize(List.of(new SizeLatencies(64, few)))
                .measurement();
    }

    /** Writes lines as anybody can. */
    private void write(List<JsonObject> lines) throws IOException {
        List<String> sealed = new ArrayList<>();
        for (JsonObject line : lines) {
            line.remove("checksum");
            sealed.add(SealedLine.seal(GSON.toJson(line)));
        }
        Files.write(record, sealed);
    }

    /** The run, or none if it was refused. */
    private Optional<RecordedRun> read(boolean salvage) throws IOException {
        try {
            return Optional.of(RecordedRun.read(directory, salvage));
        } catch (UnreadableRunException e) {
            assertThat(e.getMessage()).contains("results.jsonl").doesNotContain("\n");
            return Optional.empty();
        }
    }

    private static String text(RecordedRun run) {
        return new RunText(Locale.ENGLISH, RunConditions.of(run.environment())).of(run.result());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void memberThatIsMissingOrUnknownIsReadOrRefused(Workload workload) throws IOException {
        Set<List<String>> forgedBefore = membersOfEarlierOnes(workload);
        List<JsonObject> sound = recorded(workload);
        assertThat(read(false)).isPresent();
        List<JsonObject> first = sound.subList(0, HEADER_AND_MEASUREMENT);
        assertReadOrRefused(sound, forgeries(first, ForgedRecordTest::ofOtherVersions, forgedBefore));
    }

    /** A quarter of them by turns. */
    static List<Workload> workloadsOfToday() {
        return Turns.today().share(4, workloads().toList());
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("workloadsOfToday")
    void memberOfAnotherValueIsReadOrRefused(Workload workload) throws IOException {
        List<JsonObject> sound = recorded(workload);
        assertReadOrRefused(sound, forgeries(sound, ForgedRecordTest::ofStrangers, Set.of()));
    }

    /** What questions record alike is forged in the first one's record alone. */
    private Set<List<String>> membersOfEarlierOnes(Workload workload) throws IOException {
        Set<List<String>> members = new HashSet<>();
        for (Workload earlier :
                workloads().takeWhile(each -> !each.equals(workload)).toList()) {
            recorded(earlier).subList(0, HEADER_AND_MEASUREMENT).forEach(line -> members.addAll(paths(line)));
            Files.delete(record);
        }
        return members;
    }

    private void assertReadOrRefused(List<JsonObject> sound, List<Forgery> forgeries) throws IOException {
        int refused = 0;
        List<String> thrown = new ArrayList<>();
        for (Forgery forgery : forgeries) {
            write(forgery.of(sound));
            try {
                Optional<RecordedRun> read = read(false);
                refused += read.isPresent() ? 0 : 1;
                read.ifPresent(run -> assertThat(text(run)).isNotEmpty());
            } catch (RuntimeException e) {
                thrown.add("%s: %s at %s".formatted(forgery.name(), e, e.getStackTrace()[0]));
            }
        }
        assertThat(thrown).isEmpty();
        assertThat(refused).isBetween(forgeries.size() / 4, forgeries.size());
    }

    /** A change of a record. */
    private record Forgery(String name, Consumer<List<JsonObject>> change) {
        List<JsonObject> of(List<JsonObject> sound) {
            List<JsonObject> forged =
                    new ArrayList<>(sound.stream().map(JsonObject::deepCopy).toList());
            change.accept(forged);
            return forged;
        }
    }

    /** Each member of each line removed, and replaced by values of another version or another type. */
    private static List<Forgery> forgeries(
            List<JsonObject> sound, Function<JsonElement, List<JsonElement>> others, Set<List<String>> leftOut) {
        List<Forgery> forgeries = new ArrayList<>();
        for (int line = 0; line < sound.size(); line++) {
            int number = line;
            List<List<String>> members = new ArrayList<>(paths(sound.get(line)));
            members.removeAll(leftOut);
            for (List<String> path : members) {
                String name = "line %d without %s".formatted(number + 1, String.join(".", path));
                forgeries.add(new Forgery(
                        name, forged -> holder(forged.get(number), path).remove(path.get(path.size() - 1))));
                for (JsonElement value : others.apply(value(sound.get(line), path))) {
                    forgeries.add(new Forgery(
                            name + " but with " + value,
                            forged -> holder(forged.get(number), path).add(path.get(path.size() - 1), value)));
                }
            }
        }
        return forgeries;
    }

    /** Constants that a later version may know. */
    private static List<JsonElement> ofOtherVersions(JsonElement value) {
        return value instanceof JsonPrimitive primitive
                        && primitive.getAsString().matches("[A-Z_]{2,}")
                ? List.of(new JsonPrimitive("FUTURE"))
                : List.of();
    }

    private static List<JsonElement> ofStrangers(JsonElement value) {
        if (value instanceof JsonArray) {
            JsonArray hollow = new JsonArray();
            hollow.add(JsonNull.INSTANCE);
            return List.of(JsonNull.INSTANCE, new JsonArray(), hollow);
        }
        if (value instanceof JsonObject) {
            return List.of(JsonNull.INSTANCE, new JsonObject());
        }
        return value instanceof JsonPrimitive primitive && primitive.isNumber()
                ? List.of(new JsonPrimitive(-1), new JsonPrimitive(0), new JsonPrimitive(Integer.MAX_VALUE))
                : List.of(JsonNull.INSTANCE, new JsonPrimitive("FUTURE"));
    }

    /** The members of an object and of those within it, each by the names that lead to it; of a list, those of the first element. */
    private static List<List<String>> paths(JsonElement element) {
        List<List<String>> paths = new ArrayList<>();
        if (element instanceof JsonObject object) {
            for (Map.Entry<String, JsonElement> member : object.entrySet()) {
                paths.add(List.of(member.getKey()));
                paths(member.getValue())
                        .forEach(path -> paths.add(Stream.concat(Stream.of(member.getKey()), path.stream())
                                .toList()));
            }
        } else if (element instanceof JsonArray array && !array.isEmpty()) {
            paths(array.get(0)).forEach(paths::add);
        }
        return paths;
    }

    private static JsonObject holder(JsonObject line, List<String> path) {
        JsonElement holder = line;
        for (String name : path.subList(0, path.size() - 1)) {
            holder = first(holder.getAsJsonObject().get(name));
        }
        return holder.getAsJsonObject();
    }

    private static JsonElement first(JsonElement element) {
        return element instanceof JsonArray array ? first(array.get(0)) : element;
    }

    private static JsonElement value(JsonObject line, List<String> path) {
        return holder(line, path).get(path.get(path.size() - 1));
    }

    @Test
    void environmentThatLacksAPartIsRefused() throws IOException {
        recorded(SampleWorkloads.mixed());
        Path file = directory.resolve(RecordedRun.ENVIRONMENT);
        JsonObject sound = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        for (List<String> path : paths(sound)) {
            for (JsonElement value : ofStrangers(value(sound, path))) {
                JsonObject forged = sound.deepCopy();
                holder(forged, path).add(path.get(path.size() - 1), value);
                Files.writeString(file, GSON.toJson(forged));
                try {
                    assertThat(RecordedRun.environmentOf(directory).description())
                            .isNotNull();
                } catch (UnreadableRunException e) {
                    assertThat(e.getMessage()).contains("environment.json is ");
                }
            }
        }
        sound.remove("machine");
        Files.writeString(file, GSON.toJson(sound));
        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("environment.json is damaged: machine is missing");
    }

    /** It may cite another program, unlike a name, and makes no run unreadable. */
    @Test
    void obstacleMayHaveControlCharacters() throws IOException {
        List<JsonObject> lines = recorded(SampleWorkloads.mixed());
        Obstacle obstacle = new Obstacle(CellStatus.UNAVAILABLE, "cc says: \u001b[31merror");
        lines.get(0).getAsJsonArray("cells").get(0).getAsJsonObject().add("obstacle", GSON.toJsonTree(obstacle));
        write(lines);

        assertThat(RecordedRun.read(directory).header().cells().get(0).obstacle())
                .contains(obstacle);
    }

    @Test
    void mergedRunOfOtherCellsIsRefused() throws IOException {
        List<JsonObject> lines = recorded(SampleWorkloads.mixed());
        MergedRuns merged =
                new MergedRuns(List.of(new MergedRuns.MergedRun(SampleIdentity.RUN, "a", 1, 3)), List.of(3, 3, 3));
        lines.get(0).add("merged", GSON.toJsonTree(merged));
        write(lines);

        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("line 1: not a header of schema 1: 3 numbers of iterations for 1 cells");
    }

    /** A sparse file, as a copy of a broken disk may be. */
    @Test
    void endlessTailOfZerosIsDamageAndTakesNoMemory() throws IOException {
        recorded(SampleWorkloads.mixed());
        try (RandomAccessFile file = new RandomAccessFile(record.toFile(), "rw")) {
            file.setLength(1L << 40);
        }

        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage(record + ", line 5: damaged; --ignore damaged uses the other lines");
        RecordedRun salvaged = RecordedRun.read(directory, true);
        assertThat(salvaged.remarks()).containsExactly(record + ", line 5: damaged, ignored");
        assertThat(salvaged.result().cells().get(0).summary()).isPresent();
    }

    @Test
    void headerWithoutAnEndIsNoHeader() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(record.toFile(), "rw")) {
            file.setLength(LineCursor.MAX_LINE_BYTES + 1L);
        }

        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage(record + ", line 1: damaged, no header");
    }
}
