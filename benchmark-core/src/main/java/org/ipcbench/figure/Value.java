package org.ipcbench.figure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.TwoSpeeds;

/** What a figure is of a cell. */
public sealed interface Value {
    /** A name, a sentence or a time of day. */
    record Text(String text) implements Value {
        private static final Text NONE = new Text("");
    }

    /**
     * A number.
     *
     * @param number the number; if the cell has two speeds, a mean that describes neither
     * @param interval its 95 % interval by the iterations; empty for fewer than three of them and for two speeds
     * @param ofSamples the interval by the samples of fewer iterations, which tell nothing of how iterations differ
     * @param speeds the numbers of the slow iterations and of the fast ones; empty for one speed
     * @param byMachine whether the machine's stalls explain it
     */
    record Quantity(
            double number,
            Optional<Interval> interval,
            Optional<Interval> ofSamples,
            List<Speed> speeds,
            boolean byMachine)
            implements Value {
        public Quantity {
            speeds = List.copyOf(speeds);
        }

        /** The interval to show in tables; empty if there is none. */
        public Optional<Interval> certainty() {
            return interval.or(() -> ofSamples);
        }

        /** Whether what tables show of it is explained by the machine's stalls. */
        public boolean isShownByMachine() {
            return (certainty().isPresent() || speeds.isEmpty())
                    ? byMachine
                    : speeds.stream().anyMatch(Speed::byMachine);
        }

        /** The number alone. */
        Quantity plain() {
            return new Quantity(number, Optional.empty(), Optional.empty(), List.of(), false);
        }

        /** The number, or both of two speeds, without an interval. */
        Quantity withoutInterval() {
            return new Quantity(number, Optional.empty(), Optional.empty(), speeds, byMachine);
        }

        @Override
        public Quantity scaled(double perUnit) {
            return new Quantity(
                    number / perUnit,
                    interval.map(each -> scaled(each, perUnit)),
                    ofSamples.map(each -> scaled(each, perUnit)),
                    speeds.stream()
                            .map(speed -> new Speed(speed.number / perUnit, speed.share, speed.byMachine))
                            .toList(),
                    byMachine);
        }

        private static Interval scaled(Interval interval, double perUnit) {
            return new Interval(interval.low() / perUnit, interval.high() / perUnit);
        }
    }

    /**
     * The number of one of two speeds.
     *
     * @param number the number
     * @param share the share of the time at this speed, from 0 to 1
     * @param byMachine whether the machine's stalls explain it
     */
    record Speed(double number, double share, boolean byMachine) {}

    /** Several values, some of which may be missing. */
    record Several(List<Value> values) implements Value {
        public Several {
            values = List.copyOf(values);
        }

        @Override
        public boolean isNone() {
            return values.isEmpty() || (values.size() == 1 && values.get(0).isNone());
        }

        @Override
        public Several scaled(double perUnit) {
            return new Several(values.stream().map(each -> each.scaled(perUnit)).toList());
        }
    }

    /** The cell has no such figure. */
    static Value none() {
        return Text.NONE;
    }

    static Value of(String text) {
        return new Text(text);
    }

    static Value of(long count) {
        return of((double) count);
    }

    static Value of(double number) {
        return of(number, Optional.empty());
    }

    static Value of(OptionalDouble number) {
        return number.isPresent() ? of(number.getAsDouble()) : none();
    }

    /** A number with its interval by the iterations. */
    static Value of(double number, Optional<Interval> interval) {
        return new Quantity(number, interval, Optional.empty(), List.of(), false);
    }

    /**
     * A mean that follows from the cell's rate.
     *
     * @param ofRate the same figure at another rate, in messages a second
     */
    static Value ofRate(Summary summary, double number, Optional<Interval> interval, DoubleUnaryOperator ofRate) {
        return new Quantity(
                number,
                interval,
                Optional.empty(),
                summary.twoSpeeds().map(speeds -> speeds(speeds, ofRate)).orElse(List.of()),
                false);
    }

    private static List<Speed> speeds(TwoSpeeds speeds, DoubleUnaryOperator ofRate) {
        return List.of(speed(speeds.slow(), ofRate), speed(speeds.fast(), ofRate));
    }

    private static Speed speed(TwoSpeeds.Speed speed, DoubleUnaryOperator ofRate) {
        return new Speed(ofRate.applyAsDouble(speed.messagesPerSecond()), speed.share(), false);
    }

    /** A percentile of a cell's latencies, in nanoseconds; none if too few were sampled. */
    static Value ofPercentile(Summary summary, double percentile) {
        OptionalDouble nanos = summary.latencies().percentileNanos(percentile);
        if (nanos.isEmpty()) {
            return none();
        }
        List<Double> bySpeed = summary.percentilesNanosBySpeed(percentile);
        return new Quantity(
                nanos.getAsDouble(),
                summary.latencies().percentileInterval(percentile),
                summary.latencies().certainty(percentile),
                bySpeed.size() < 2
                        ? List.of()
                        : bySpeed.stream()
                                .map(each -> new Speed(each, 0, isByMachine(summary, percentile, each)))
                                .toList(),
                isByMachine(summary, percentile, nanos.getAsDouble()));
    }

    private static boolean isByMachine(Summary summary, double percentile, double nanos) {
        return summary.stallEffect().explains(percentile, nanos);
    }

    /** A percentile of some of a cell's latencies, in nanoseconds; none if too few were sampled. */
    static Value ofPercentile(CellLatencies latencies, double percentile) {
        OptionalDouble nanos = latencies.percentileNanos(percentile);
        return nanos.isEmpty()
                ? none()
                : new Quantity(
                        nanos.getAsDouble(),
                        latencies.percentileInterval(percentile),
                        latencies.certainty(percentile),
                        List.of(),
                        false);
    }

    default boolean isNone() {
        return equals(Text.NONE);
    }

    /** The value in a unit that is so many times as large. */
    default Value scaled(double perUnit) {
        return this;
    }
}
