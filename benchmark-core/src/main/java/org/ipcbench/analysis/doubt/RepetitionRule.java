package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Rule.found;
import static org.ipcbench.analysis.doubt.Rule.text;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Proximity;

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
    SPREAD {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            Sample rates = evidence.rates().messagesPerSecond();
            double range = rates.greatest() / rates.least();
            return Math.log(range) <= widestLogarithm(rates.count())
                            || evidence.rates().twoSpeeds().isPresent()
                    ? Optional.empty()
                    : found(
                            Reason.Kind.SPREAD,
                            text("the fastest iteration is %.2f times as fast as the slowest", range),
                            "fastestOverSlowest",
                            range,
                            isPlacedAlike(evidence)
                                    ? "find what else ran (doctor), or use a longer --duration"
                                    : "pin the peers by --placement, or use a longer --duration");
        }
    },
    TWO_SPEEDS {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            return evidence.rates().twoSpeeds().map(speeds -> twoSpeeds(speeds, evidence));
        }
    };

    /** Among few iterations, the fastest may exceed the slowest by this factor: rates with a CV of 20 % rarely do. */
    static final double MAX_RANGE = 2.5;

    /** Up to this number are few. Among more iterations, the extremes are further apart by chance. */
    private static final int FEW_ITERATIONS = 5;

    private static final double MEBIBYTE = 1 << 20;
    private static final double MICROS_PER_SECOND = 1e6;

    private static double widestLogarithm(int iterations) {
        double growth =
                Sample.expectedRange(Math.max(FEW_ITERATIONS, iterations)) / Sample.expectedRange(FEW_ITERATIONS);
        return Math.log(MAX_RANGE) * growth;
    }

    private static Reason twoSpeeds(TwoSpeeds speeds, Evidence evidence) {
        boolean placed = speeds.slow().distance().isPresent();
        return new Reason(
                Reason.Kind.TWO_SPEEDS,
                text(
                        "two speeds: %s in %d and %s in %d of %d %s",
                        speed(speeds.fast(), evidence),
                        speeds.fast().times(),
                        speed(speeds.slow(), evidence),
                        speeds.slow().times(),
                        speeds.slow().of(),
                        speeds.basis().label()),
                Map.of(
                        "slowMessagesPerSecond", speeds.slow().messagesPerSecond(),
                        "slowShare", speeds.slow().share(),
                        "fastMessagesPerSecond", speeds.fast().messagesPerSecond(),
                        "fastShare", speeds.fast().share()),
                placed
                        ? "choose one by --placement same-cpu or --placement split-cpu"
                        : "use more iterations (-i) to see how often each comes");
    }

    /** A speed in a readable unit, and where the peers were. */
    private static String speed(TwoSpeeds.Speed speed, Evidence evidence) {
        double rate = speed.messagesPerSecond();
        String figure;
        if (evidence.question().inTurns()) {
            figure = text("%.1f us", MICROS_PER_SECOND / rate);
        } else {
            double bytes = evidence.total(Measurement::bytes) / evidence.total(Measurement::messages);
            figure = text("%.0f MiB/s", rate * bytes / MEBIBYTE);
        }
        return speed.distance()
                .map(distance -> "%s (%s)".formatted(figure, distance.label()))
                .orElse(figure);
    }

    /** Whether the peers kept their distance in all iterations; placing them then explains nothing. */
    private static boolean isPlacedAlike(Evidence evidence) {
        Set<Proximity.Distance> distances = evidence.iterations().stream()
                .flatMap(iteration -> iteration.proximity().shares().keySet().stream())
                .collect(Collectors.toSet());
        return distances.size() == 1;
    }
}
