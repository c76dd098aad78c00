package org.ipcbench.figure;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.figure.Figure.Better;
import org.ipcbench.figure.Figure.Group;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Measurement.Aftermath;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.text.Importance;

/** What follows the death of a peer. Each iteration is one death. */
public final class FailFigures {
    private static final double PERCENT = 100;

    /** The wait has to be this long for its CPU time to mean anything. */
    private static final long MIN_WAIT_NANOS = 100_000_000;

    /** Mean time until the other peer knows; a text if it does not always. */
    static final Figure KNOWN = Figure.of("KnownAfterMicros", Unit.MICROS, Group.RESULT, 3, FailFigures::known)
            .named("known", "known us", "time until it is known", "time until the other peer knows")
            .better(Better.SMALLER)
            .important(Importance.KEY);

    /** Number of deaths, on which the other figures rest. */
    static final Figure DEATHS = Figure.of(
                    "Deaths", Unit.COUNT, Group.RESULT, Figure.EXACT, summary -> ofDeaths(summary, summary.count()))
            .headed("deaths")
            .important(Importance.MINOR);

    public static final Figure BY =
            text("KnownBy", FailFigures::by).headed("by").important(Importance.MAIN);

    public static final Figure LOST = mean("LostPerDeath", Unit.COUNT, death -> true, Aftermath::lost)
            .headed("lost")
            .important(Importance.MINOR);

    /** Empty if there are none: most transports deliver nothing twice. */
    static final Figure TWICE = Figure.of(
                    "Duplicated",
                    Unit.COUNT,
                    Group.RESULT,
                    Figure.EXACT,
                    summary -> summary.losses().duplicated() > 0
                            ? Value.of(summary.losses().duplicated())
                            : Value.none())
            .headed("twice")
            .important(Importance.MINOR);

    static final Figure SWALLOWED = Figure.of(
                    "SwallowedBytes",
                    Unit.BYTES,
                    Group.RESULT,
                    0,
                    summary -> deaths(summary).allMatch(Aftermath::isFull)
                            ? swallowed(summary, Sample::mean)
                            : swallowed(summary, Sample::greatest) instanceof Value.Quantity bytes
                                    ? Value.of("> %.0f".formatted(bytes.number()))
                                    : Value.none())
            .headed("swallowed")
            .important(Importance.MINOR);

    static final Figure AGAIN = Figure.of("AgainMilliseconds", Unit.MILLIS, Group.RESULT, 3, FailFigures::again)
            .headed("again ms")
            .important(Importance.MINOR);

    public static final Figure LEFT = text(
                    "LeftBehind",
                    summary -> deaths(summary)
                            .flatMap(death -> death.left().stream())
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(", ")))
            .headed("left behind")
            .important(Importance.MINOR);

    static final Figure CPU = mean(
                    "SurvivorCpuPercent",
                    Unit.PERCENT,
                    death -> death.waitedNanos() >= MIN_WAIT_NANOS,
                    death -> PERCENT * death.cpuShare())
            .headed("CPU %")
            .important(Importance.MINOR);

    /** What a heartbeat costs the survivor at each beat. */
    static final Figure BEAT = Figure.of("BeatCpuMicros", Unit.MICROS, Group.CPU, 3, FailFigures::beat)
            .headed("CPU us a beat")
            .important(Importance.DETAIL);

    /** What tables show. */
    static final List<Figure> SHOWN = List.of(KNOWN, DEATHS, BY, LOST, TWICE, SWALLOWED, AGAIN, LEFT, CPU, BEAT);

    private FailFigures() {}

    /** The columns of {@code output.csv}. */
    static List<Figure> all() {
        return Stream.concat(
                        Dimension.OF_DEATHS.stream().map(Figure::of),
                        Stream.of(
                                KNOWN,
                                KNOWN.low("KnownAfterCiLowMicros", 3),
                                KNOWN.high("KnownAfterCiHighMicros", 3),
                                Figure.of(
                                        "DeathsNoticed",
                                        Unit.NONE,
                                        Group.RESULT,
                                        Figure.EXACT,
                                        summary -> ofDeaths(summary, noticed(summary))),
                                DEATHS,
                                BY,
                                LOST,
                                SWALLOWED,
                                AGAIN,
                                LEFT,
                                CPU,
                                BEAT))
                .toList();
    }

    private static Stream<Aftermath> deaths(Summary summary) {
        return summary.iterations().stream().map(Measurement::aftermath).flatMap(Stream::ofNullable);
    }

    private static long noticed(Summary summary) {
        return deaths(summary).filter(death -> death.knownNanos() != null).count();
    }

    private static Value ofDeaths(Summary summary, long number) {
        return deaths(summary).findAny().isEmpty() ? Value.none() : Value.of(number);
    }

    private static Value known(Summary summary) {
        long all = deaths(summary).count();
        long noticed = noticed(summary);
        if (all == 0) {
            return Value.none();
        }
        if (noticed < all) {
            return never(all - noticed, all);
        }
        return summary.meanLatencyNanos().isPresent()
                ? Value.of(summary.meanLatencyNanos().getAsDouble(), summary.meanLatencyInterval())
                : Value.none();
    }

    private static Value never(long times, long all) {
        return Value.of(times == all ? "never" : "never in %d of %d".formatted(times, all));
    }

    private static String by(Summary summary) {
        return deaths(summary)
                .flatMap(death -> Stream.ofNullable(death.by()).map(by -> switch (by) {
                    case END_OF_STREAM, HEARTBEAT -> by.label();
                    case ERROR -> death.words().isEmpty() ? by.label() : death.words();
                }))
                .distinct()
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private static Value swallowed(Summary summary, ToDoubleFunction<Sample> figure) {
        List<Double> bytes = summary.iterations().stream()
                .flatMap(iteration -> Stream.ofNullable(iteration.aftermath())
                        .flatMap(death -> Stream.ofNullable(death.swallowed()))
                        .map(messages -> (double) messages * iteration.requestBytes()))
                .toList();
        return bytes.isEmpty() ? Value.none() : Value.of(figure.applyAsDouble(Sample.of(bytes)));
    }

    /** Of the deaths that were noticed. */
    private static Value again(Summary summary) {
        List<Aftermath> noticed =
                deaths(summary).filter(death -> death.knownNanos() != null).toList();
        List<Long> nanos = noticed.stream()
                .flatMap(death -> Stream.ofNullable(death.againNanos()))
                .toList();
        if (nanos.size() < noticed.size()) {
            return never(noticed.size() - nanos.size(), noticed.size());
        }
        return nanos.isEmpty()
                ? Value.none()
                : Value.of(
                        Sample.of(nanos.stream().mapToDouble(Long::doubleValue)).mean());
    }

    private static Value beat(Summary summary) {
        List<Double> nanos = deaths(summary)
                .flatMap(death -> Stream.ofNullable(death.beatNanos()))
                .toList();
        return nanos.isEmpty() ? Value.none() : Value.of(Sample.of(nanos).mean());
    }

    private static Figure text(String column, Function<Summary, String> text) {
        return Figure.of(column, Unit.NONE, Group.RESULT, 0, summary -> Value.of(text.apply(summary)));
    }

    private static Figure mean(
            String column, Unit unit, Predicate<Aftermath> counts, ToDoubleFunction<Aftermath> number) {
        return Figure.of(column, unit, Group.RESULT, 1, summary -> {
            List<Double> numbers =
                    deaths(summary).filter(counts).map(number::applyAsDouble).toList();
            return numbers.isEmpty()
                    ? Value.none()
                    : Value.of(Sample.of(numbers).mean());
        });
    }
}
