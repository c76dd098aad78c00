package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
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

/** Where the time of a recorded run went. Times serve estimates, so a line that cannot be read is skipped. */
final class RecordedTimes {
    private static final Gson GSON = new Gson();

    /** What only a resumed run needs. */
    private static final String TERMS = "terms";

    private final Plan plan;
    private final List<Cell> cells;

    /** What the line of an iteration tells of its time; other lines have no breakdown. */
    private record Line(
            int cell, int round, String part, @Nullable Breakdown breakdown) {}

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

    /**
     * The lines of a record that {@link #read} needs, with what it needs of them.
     *
     * @param record the record of a run
     */
    static List<String> lines(Path record) throws IOException {
        try (LineCursor lines = new LineCursor(record)) {
            List<String> kept = new ArrayList<>();
            if (lines.next()) {
                JsonObject header = JsonParser.parseString(lines.line()).getAsJsonObject();
                header.remove(TERMS);
                kept.add(header.toString());
            }
            while (lines.next()) {
                Line line = GSON.fromJson(lines.line(), Line.class);
                if (line.breakdown() != null) {
                    kept.add(GSON.toJson(line));
                }
            }
            return kept;
        } catch (RuntimeException e) { // invalid JSON
            throw new IOException("%s cannot be read".formatted(record), e);
        }
    }

    private List<TimedIteration> of(LineCursor lines) throws IOException {
        List<TimedIteration> times = new ArrayList<>();
        while (lines.next()) {
            timed(lines.line()).ifPresent(times::add);
        }
        return times;
    }

    private Optional<TimedIteration> timed(String text) {
        try {
            Line line = GSON.fromJson(text, Line.class);
            return Optional.ofNullable(line.breakdown())
                    .map(breakdown -> new TimedIteration(
                            plan,
                            new Plan.Turn(cells.get(line.cell()), line.round(), Plan.Part.labelled(line.part())),
                            breakdown));
        } catch (RuntimeException e) { // an invalid line
            return Optional.empty();
        }
    }
}
