package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.TimedIteration;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.line.LineCursor;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of a recorded run went. Reads nothing of its figures, and so takes a fraction of the time of {@link RunRecord};
 * times serve estimates, so a line that cannot be read is skipped.
 */
final class RecordedTimes {
    private final Gson gson = new Gson();
    private final Plan plan;
    private final List<Cell> cells;

    private RecordedTimes(Plan plan) {
        this.plan = plan;
        cells = Stream.concat(plan.cells().stream(), plan.baselines().stream()).toList();
    }

    /**
     * The times of the iterations that were measured.
     *
     * @param record the record of a run
     * @param host the machine on which it has to have run
     * @return empty if it ran elsewhere, or if its header cannot be read
     */
    static List<TimedIteration> read(Path record, String host) throws IOException {
        try (LineCursor lines = new LineCursor(record)) {
            if (!lines.next()) {
                return List.of();
            }
            RunHeader header =
                    RunHeader.read(JsonParser.parseString(lines.line()).getAsJsonObject());
            return header.run().host().equals(host) && header.merged() == null
                    ? new RecordedTimes(header.plan()).of(lines)
                    : List.of();
        } catch (RuntimeException e) { // invalid JSON, an invalid value, or a record of another version
            return List.of();
        }
    }

    private List<TimedIteration> of(LineCursor lines) throws IOException {
        List<TimedIteration> times = new ArrayList<>();
        while (lines.next()) {
            timed(lines.line()).ifPresent(times::add);
        }
        return times;
    }

    private Optional<TimedIteration> timed(String line) throws IOException {
        int cell = -1;
        int iteration = 1;
        String part = Plan.Part.PLANNED.label();
        @Nullable Breakdown breakdown = null;
        try (JsonReader json = new JsonReader(new StringReader(line))) {
            json.beginObject();
            while (json.hasNext()) {
                switch (json.nextName()) {
                    case "cell" -> cell = json.nextInt();
                    case "iteration" -> iteration = json.nextInt();
                    case "part" -> part = json.nextString();
                    case "breakdown" -> breakdown = gson.fromJson(json, Breakdown.class);
                    default -> json.skipValue();
                }
            }
        } catch (RuntimeException | IOException e) { // the last line of a run that was killed, or is still running
            return Optional.empty();
        }
        return breakdown == null || cell < 0 || cell >= cells.size()
                ? Optional.empty()
                : Optional.of(new TimedIteration(
                        plan, new Plan.Turn(cells.get(cell), iteration, Plan.Part.labelled(part)), breakdown));
    }
}
