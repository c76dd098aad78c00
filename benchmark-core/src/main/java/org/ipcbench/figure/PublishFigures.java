package org.ipcbench.figure;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.SubscriberTimes.Kind;
import org.ipcbench.analysis.summary.SubscriberTimes.Pooled;
import org.ipcbench.analysis.summary.SubscriberTimes.Subscribers;
import org.ipcbench.figure.Figure.Better;
import org.ipcbench.figure.Figure.Group;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.FanOutResult.OfClass;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.text.Importance;

/** What a publisher's subscribers get. Percentiles are of all iterations' messages to a class of subscribers together. */
public final class PublishFigures {
    private static final double PERCENT = 100;
    private static final double MEBIBYTE = 1 << 20;

    private static final OfAClass FAST = new OfAClass("Fast", "fast", Subscribers.FAST);
    private static final OfAClass SLOW = new OfAClass("Slow", "slow", Subscribers.SLOW);

    static final Figure WAY = Figure.of(
                    "FanOut",
                    Unit.NONE,
                    Group.RESULT,
                    0,
                    summary -> Value.of(
                            results(summary).map(FanOutResult::label).distinct().collect(Collectors.joining(", "))))
            .headed("fan-out");

    static final Figure PUBLISHED = mean("PublishedPerSecond", Unit.PER_SECOND, FanOutResult::perSecond)
            .headed("sent/s")
            .important(Importance.MAIN);

    /** For how long a message to all of them holds the publisher up. */
    static final Figure LONGEST = Figure.of(
                    "LongestPublishMicros",
                    Unit.MICROS,
                    Group.RESULT,
                    3,
                    summary -> results(summary)
                            .mapToLong(FanOutResult::longestNanos)
                            .boxed()
                            .max(Long::compare)
                            .map(nanos -> Value.of(nanos.doubleValue()))
                            .orElse(Value.none()))
            .headed("longest us");

    static final Figure LATE = Figure.of("LateFirstMicros", Unit.MICROS, Group.RESULT, 3, PublishFigures::late)
            .headed("late us")
            .important(Importance.MINOR);

    static final Figure PAST = mean("LatePastMessages", Unit.COUNT, FanOutResult::latePast)
            .headed("past")
            .important(Importance.MINOR);

    static final Figure MEMORY = Figure.of("PublisherMebibytes", Unit.MEBIBYTES, Group.CPU, 1, summary -> {
                List<Double> bytes = summary.iterations().stream()
                        .filter(iteration -> iteration.fanOut() != null)
                        .map(iteration ->
                                (double) iteration.serverCost().kernel().peakResidentBytes())
                        .filter(told -> told > 0)
                        .toList();
                return bytes.isEmpty()
                        ? Value.none()
                        : Value.of(Sample.of(bytes).mean() / MEBIBYTE);
            })
            .headed("MiB")
            .important(Importance.DETAIL);

    /** The p99 of subscribers that are not slow, by which transports are ranked; if all are slow, theirs. */
    static final Figure FAST_TAIL = Figure.of(
                    "FastLatencyP99Micros", Unit.MICROS, Group.LATENCY, 3, PublishFigures::rankedTail)
            .named("p99", "fast p99 us", "p99", "p99 from intended time, subscribers that are not slow")
            .better(Better.SMALLER);

    /** The same object each time, as a comparison has one column for each figure. */
    static final Figure SLOW_AGE = SLOW.age("P50", Pooled::median)
            .named("age", "slow age us", "age of the newest value", "median age of the newest value, slow subscribers")
            .better(Better.SMALLER);

    private PublishFigures() {}

    /** What tables show, first what they are ordered by, if there are such subscribers. */
    static List<Figure> shown() {
        return Stream.of(
                        Stream.of(FAST.tail(), SLOW.tail(), WAY, PUBLISHED),
                        FAST.figures(Importance.MINOR),
                        SLOW.figures(Importance.MAIN),
                        Stream.of(LONGEST, LATE, PAST, MEMORY))
                .flatMap(figures -> figures)
                .toList();
    }

    /** The columns of {@code output.csv}. */
    static List<Figure> all() {
        return Stream.of(
                        Dimension.OF_PUBLISHERS.stream().map(Figure::of),
                        Stream.of(WAY, PUBLISHED),
                        FAST.all(),
                        SLOW.all(),
                        Stream.of(LONGEST, LATE, PAST, MEMORY))
                .flatMap(figures -> figures)
                .toList();
    }

    private static Stream<FanOutResult> results(Summary summary) {
        return summary.iterations().stream().map(Measurement::fanOut).flatMap(Stream::ofNullable);
    }

    private static Value late(Summary summary) {
        List<FanOutResult> all = results(summary).toList();
        List<Double> nanos = all.stream()
                .flatMap(each -> Stream.ofNullable(each.lateNanos()))
                .map(Long::doubleValue)
                .toList();
        if (nanos.size() < all.size()) {
            return Value.of("never");
        }
        return nanos.isEmpty() ? Value.none() : Value.of(Sample.of(nanos).mean());
    }

    /** One slow subscriber alone still has a tail to be ranked by. */
    private static Value rankedTail(Summary summary) {
        boolean allAreSlow = results(summary).allMatch(result -> result.fast() == null);
        return summary.subscriberTimes()
                .of(allAreSlow ? Subscribers.SLOW : Subscribers.FAST, Kind.LATENCY)
                .map(pooled -> Value.of(pooled.p99()))
                .orElse(Value.none());
    }

    private static Figure mean(String column, Unit unit, ToDoubleFunction<FanOutResult> number) {
        return Figure.of(column, unit, Group.RESULT, 1, summary -> {
            List<Double> numbers = results(summary).map(number::applyAsDouble).toList();
            return numbers.isEmpty()
                    ? Value.none()
                    : Value.of(Sample.of(numbers).mean());
        });
    }

    /**
     * The figures of a class of subscribers.
     *
     * @param column beginning of their columns' names
     * @param heading beginning of their headings
     * @param subscribers the class
     */
    private record OfAClass(String column, String heading, Subscribers subscribers) {

        Figure tail() {
            return latency("P99", Pooled::p99).headed(heading + " p99 us");
        }

        /** What else tables show; what it has lost and how old its values are is this important. */
        Stream<Figure> figures(Importance degree) {
            return Stream.of(
                    perSecond().important(Importance.MINOR),
                    latency("P50", Pooled::median).headed(heading + " p50 us").important(Importance.MINOR),
                    lost().important(degree),
                    age("P50", Pooled::median).headed(heading + " age us").important(degree));
        }

        Stream<Figure> all() {
            return Stream.of(
                    perSecond(),
                    latency("P50", Pooled::median),
                    latency("P99", Pooled::p99),
                    sum("Received", OfClass::received),
                    sum("Lost", OfClass::lost),
                    age("P50", Pooled::median),
                    age("P99", Pooled::p99));
        }

        private Figure perSecond() {
            return mean("PerSecond", Unit.PER_SECOND, FanOutResult::perSecond).headed(heading + "/s");
        }

        private Figure lost() {
            return mean("LostPercent", Unit.PERCENT, (result, each) -> PERCENT * each.lostShare())
                    .headed(heading + " lost %");
        }

        private Figure latency(String name, ToDoubleFunction<Pooled> nanos) {
            return times("Latency" + name + "Micros", Kind.LATENCY, nanos);
        }

        private Figure age(String name, ToDoubleFunction<Pooled> nanos) {
            return times("Age" + name + "Micros", Kind.AGE, nanos);
        }

        private Stream<OfClass> members(Summary summary) {
            return results(summary).flatMap(subscribers::in);
        }

        private Figure times(String name, Kind kind, ToDoubleFunction<Pooled> nanos) {
            return Figure.of(
                    column + name,
                    Unit.MICROS,
                    Group.LATENCY,
                    3,
                    summary -> summary.subscriberTimes()
                            .of(subscribers, kind)
                            .map(pooled -> Value.of(nanos.applyAsDouble(pooled)))
                            .orElse(Value.none()));
        }

        private Figure sum(String name, ToDoubleFunction<OfClass> number) {
            return Figure.of(
                    column + name,
                    Unit.NONE,
                    Group.RESULT,
                    Figure.EXACT,
                    summary -> members(summary).findAny().isEmpty()
                            ? Value.none()
                            : Value.of(members(summary).mapToDouble(number).sum()));
        }

        private Figure mean(String name, Unit unit, ToDoubleBiFunction<FanOutResult, OfClass> number) {
            return Figure.of(column + name, unit, Group.RESULT, 1, summary -> {
                List<Double> numbers = results(summary)
                        .flatMap(result -> subscribers.in(result).map(each -> number.applyAsDouble(result, each)))
                        .toList();
                return numbers.isEmpty()
                        ? Value.none()
                        : Value.of(Sample.of(numbers).mean());
            });
        }
    }
}
