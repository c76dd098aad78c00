package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Measurement;

/** The rates of a cell's iterations; figure and interval are those of the rates' arithmetic mean. */
public final class Rates {
    private final Sample messagesPerSecond;
    private final Sample mebibytesPerSecond;
    private final Optional<TwoSpeeds> twoSpeeds;

    public Rates(List<Measurement> iterations) {
        messagesPerSecond = sample(iterations, Measurement::messagesPerSecond);
        mebibytesPerSecond = sample(iterations, Measurement::mebibytesPerSecond);
        twoSpeeds = new PlacedSpeeds(iterations).find().or(() -> SpeedGroups.of(messagesPerSecond));
    }

    public Sample messagesPerSecond() {
        return messagesPerSecond;
    }

    public Sample mebibytesPerSecond() {
        return mebibytesPerSecond;
    }

    public Optional<TwoSpeeds> twoSpeeds() {
        return twoSpeeds;
    }

    public Optional<Interval> messageInterval() {
        return interval(messagesPerSecond);
    }

    public Optional<Interval> mebibyteInterval() {
        return interval(mebibytesPerSecond);
    }

    public OptionalDouble relativeHalfWidth() {
        return messageInterval().stream()
                .mapToDouble(interval -> interval.relativeHalfWidth(messagesPerSecond.mean()))
                .findFirst();
    }

    /** The 95 % interval of a mean that is above zero; empty for two speeds, whose mean describes neither. */
    public Optional<Interval> interval(Sample sample) {
        return twoSpeeds.isPresent() ? Optional.empty() : sample.interval().map(Rates::positive);
    }

    /** Cuts the interval at zero: no rate or time is negative, but Student's interval of a few values far apart can be. */
    private static Interval positive(Interval interval) {
        return new Interval(Math.max(0, interval.low()), interval.high());
    }

    private static Sample sample(List<Measurement> iterations, ToDoubleFunction<Measurement> figure) {
        return Sample.of(iterations.stream().mapToDouble(figure));
    }
}
