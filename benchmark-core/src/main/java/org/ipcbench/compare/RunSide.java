package org.ipcbench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.compare.Side.CellKey;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.Side.Origin;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentDifference;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Value;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.SharedRun;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;

/** A run as one side of a comparison. */
public final class RunSide {
    private static final double NANOS_PER_MICRO = 1e3;

    private RunSide() {}

    /**
     * Reads a run in its directory, or as it was shared.
     *
     * @throws UnreadableRunException if it is neither
     */
    public static Side read(Path path) throws IOException {
        if (Files.isRegularFile(path) && !path.endsWith(ResultsLog.FILE_NAME) && !SharedRun.isAt(path)) {
            throw new UnreadableRunException(
                    "%s is neither a directory of a run, nor a file of 'share'".formatted(path));
        }
        return of(path.toString(), RecordedRun.read(path));
    }

    /** The side that a record describes. */
    static Side of(String name, RecordedRun run) {
        RunIdentity identity = run.header().run();
        Map<String, String> conditions = new LinkedHashMap<>(EnvironmentDifference.values(run.environment()));
        conditions.put("commit", identity.commit());
        conditions.put("warm-up", millis(run.header().warmUpNanos()));
        return new Side(
                name,
                new Origin(
                        identity.id(),
                        identity.host(),
                        identity.boot(),
                        instant(identity.startedAt()),
                        description(run.environment(), identity)),
                conditions,
                cells(run.result()),
                run.remarks().stream().map(remark -> name + ": " + remark).toList());
    }

    /** The cells of a run, in their order. */
    static List<MeasuredCell> cells(RunResult run) {
        return run.cells().stream()
                .map(result -> cell(result, run.dimensions()))
                .toList();
    }

    private static MeasuredCell cell(CellResult result, List<Dimension> dimensions) {
        Cell cell = result.cell();
        Map<String, String> properties = new LinkedHashMap<>();
        for (Dimension dimension : dimensions) {
            dimension.of(cell).ifPresent(value -> properties.put(dimension.heading(), value.toString()));
        }
        String obstacle = obstacle(result);
        Optional<Summary> figures = result.summary();
        return new MeasuredCell(
                new CellKey(properties),
                figures.isPresent() ? score(figures.get(), cell) : OptionalDouble.empty(),
                unit(cell, figures),
                further(result),
                obstacle.isEmpty() ? figures.orElseThrow().speed().ofRound() : new TreeMap<>(),
                "payload " + cell.payloadName(),
                extent(cell.workload().extent()),
                verdict(result),
                obstacle);
    }

    private static Map<Figure, Value.Quantity> further(CellResult result) {
        Map<Figure, Value.Quantity> further = new LinkedHashMap<>();
        QuestionFigures.of(result.cell().workload().question())
                .compared()
                .forEach(figure -> figure.number(result).ifPresent(number -> further.put(figure, number)));
        return further;
    }

    /** The unit of a cell's figure; at a given rate, people know a cell by its latency. */
    private static String unit(Cell cell, Optional<Summary> figures) {
        Question question = cell.workload().question();
        return question.hasGivenRate()
                ? "us at p%.0f".formatted(figures.map(RunSide::percentile).orElse(Percentiles.P99))
                : question.rate().unit();
    }

    /** The percentile by which a cell at a given rate is compared. */
    private static double percentile(Summary figures) {
        return figures.speed().percentile().orElse(Percentiles.P99);
    }

    private static OptionalDouble score(Summary figures, Cell cell) {
        Question question = cell.workload().question();
        if (question.hasGivenRate()) {
            OptionalDouble nanos = figures.latencies().percentileNanos(percentile(figures));
            return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / NANOS_PER_MICRO) : nanos;
        }
        return OptionalDouble.of(question.rate().of(figures.mebibytesPerSecond(), cell.requestBytes()));
    }

    /**
     * How far to trust a figure. A figure of two speeds is compared nevertheless: the interval contains the scatter, and a gate
     * must not pass a cell that became slow and has two speeds.
     */
    private static String verdict(CellResult result) {
        String level = result.verdict().level().label();
        return result.summary().flatMap(Summary::twoSpeeds).isPresent() ? level + " (two speeds)" : level;
    }

    /** Why a cell cannot be compared; empty if it can. */
    private static String obstacle(CellResult result) {
        if (result.verdict().level() == Verdict.Level.INVALID) {
            return result.verdict().text();
        }
        Summary figures = result.summary().orElseThrow();
        if (!figures.speed().isKnown()) {
            return figures.iterations().stream().anyMatch(Measurement::isUnnoticed)
                    ? "a death was never known"
                    : "latencies are withheld: the peers' clocks are not proven to be one";
        }
        return figures.speed().rateOfRound().values().stream().anyMatch(rate -> rate <= 0)
                ? "nothing arrived in an iteration"
                : "";
    }

    private static String extent(Extent extent) {
        if (extent instanceof Extent.Period period) {
            return millis(period.nanos());
        }
        return ((Extent.Count) extent).messages() + " messages";
    }

    private static String millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis() + " ms";
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String description(Environment environment, RunIdentity identity) {
        List<String> parts = new ArrayList<>(List.of(identity.startedAt(), environment.description()));
        environment.machine().loadAverages().stream()
                .findFirst()
                .ifPresent(load -> parts.add(String.format(Locale.ROOT, "load average %.2f at the start", load)));
        environment.wakeUps().forEach((placement, wakeUp) -> {
            if (wakeUp.isKnown()) {
                parts.add("a sleeping CPU wakes up in %s (%s)".formatted(wakeUp.text(), placement));
            }
        });
        identity.labels().forEach((key, value) -> parts.add(key + "=" + value));
        parts.removeIf(String::isEmpty);
        return String.join(", ", parts);
    }
}
