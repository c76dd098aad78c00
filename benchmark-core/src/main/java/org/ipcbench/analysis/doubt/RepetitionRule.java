package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Rule.found;
import static org.ipcbench.analysis.doubt.Rule.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.Measurement;

/** Doubts from comparing iterations with each other. */
public enum RepetitionRule implements Rule {
    NOT_REPEATED {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            int count = evidence.iterations().size();
            return count >= Sample.MIN_VALUES
                    ? Optional.empty()
                    : found(
                            Reason.Kind.NOT_REPEATED,
                            count == 1 ? "measured once" : "measured twice",
                            "iterations",
                            count,
                            "use -i 3 or more");
        }
    },
    /**
     * Scatter biases no figure: a wide interval says what it leaves open. A wide percentile is a note if it only stands beside the
     * rate that is asked for.
     */
    WIDE {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            Map<String, Double> numbers = new TreeMap<>();
            List<String> observations = new ArrayList<>();
            boolean isAnswerWide = false;
            if (!evidence.latencyKind().hasGivenRate()) {
                double halfWidth = evidence.rates().relativeHalfWidth().orElse(0);
                if (halfWidth > MAX_HALF_WIDTH) {
                    isAnswerWide = true;
                    observations.add(text("the mean rate is uncertain by ± %.0f %%", 100 * halfWidth));
                    numbers.put("halfWidth", halfWidth);
                }
            }
            if (evidence.latencyKind().showsPercentiles()) {
                for (double percentile : SHOWN_WITH_INTERVAL) {
                    double factor = factor(percentile, evidence);
                    if (factor > MAX_FACTOR) {
                        isAnswerWide |= evidence.latencyKind().answersWithPercentiles();
                        String name = text("p%.0f", percentile);
                        observations.add(
                                factor > MAX_NUMBERED_FACTOR
                                        ? text(
                                                "%s is unknown: its interval spans more than a factor of %.0f",
                                                name, MAX_NUMBERED_FACTOR)
                                        : text("the interval of %s spans a factor of %.1f", name, factor));
                        numbers.put(name + "HighOverLow", factor);
                    }
                }
            }
            Verdict.Level level = isAnswerWide ? Verdict.Level.WIDE : Verdict.Level.VALID;
            return observations.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new Reason(Reason.Kind.WIDE, level, observations, numbers, "use more iterations (-i)"));
        }
    },
    TWO_SPEEDS {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            return evidence.rates().twoSpeeds().map(speeds -> twoSpeeds(speeds, evidence));
        }
    };

    /** An interval of the mean rate is wide beyond this half-width, as a share of the mean; docs/validation.md says why. */
    static final double MAX_HALF_WIDTH = 0.25;

    /** An interval of a percentile is wide if its upper end is more than this many times its lower end. */
    static final double MAX_FACTOR = 2;

    /** Beyond this factor it no longer matters how large it is. */
    private static final double MAX_NUMBERED_FACTOR = 100;

    private static final List<Double> SHOWN_WITH_INTERVAL = List.of(50.0, 99.0);

    private static final double MEBIBYTE = 1 << 20;
    private static final double MICROS_PER_SECOND = 1e6;

    /** The upper end of a percentile's interval as a multiple of the lower end; 1 if there is no interval. */
    private static double factor(double percentile, Evidence evidence) {
        return evidence.latencies()
                .percentileInterval(percentile)
                .map(interval -> interval.high() / interval.low())
                .orElse(1.0);
    }

    private static Reason twoSpeeds(TwoSpeeds speeds, Evidence evidence) {
        boolean placed = speeds.slow().distance().isPresent();
        return new Reason(
                Reason.Kind.TWO_SPEEDS,
                "two speeds: " + statement(speeds, speed(speeds.fast(), evidence), speed(speeds.slow(), evidence)),
                Map.of(
                        "slowMessagesPerSecond", speeds.slow().messagesPerSecond(),
                        "slowShare", speeds.slow().share(),
                        "fastMessagesPerSecond", speeds.fast().messagesPerSecond(),
                        "fastShare", speeds.fast().share()),
                placed
                        ? "choose one by --placement same-cpu or --placement split-cpu"
                        : "use more iterations (-i) to see how often each comes");
    }

    private static String statement(TwoSpeeds speeds, String fast, String slow) {
        return switch (speeds.basis()) {
            case ITERATIONS ->
                text(
                        "%s in %d and %s in %d of %d iterations",
                        fast,
                        speeds.fast().times(),
                        slow,
                        speeds.slow().times(),
                        speeds.slow().of());
            case SIXTEENTHS -> {
                long percent = Math.round(100 * speeds.fast().share());
                yield text("%s in %d %% and %s in %d %% of the measured part", fast, percent, slow, 100 - percent);
            }
        };
    }

    /** A speed in a readable unit, and where the peers were. */
    private static String speed(TwoSpeeds.Speed speed, Evidence evidence) {
        double rate = speed.messagesPerSecond();
        String figure;
        if (evidence.latencyKind().inTurns()) {
            figure = text("%.1f us", MICROS_PER_SECOND / rate);
        } else {
            double bytes = evidence.total(Measurement::bytes) / evidence.total(Measurement::messages);
            figure = text("%.0f MiB/s", rate * bytes / MEBIBYTE);
        }
        return speed.distance()
                .map(distance -> "%s %s".formatted(figure, distance.label()))
                .orElse(figure);
    }
}
