package org.ipcbench.analysis.summary;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.TwoSpeeds.Basis;
import org.ipcbench.analysis.summary.TwoSpeeds.SpeedGroups;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.sample.LatencyKind;

/** The rates of a cell's iterations; figure and interval are those of the rates' arithmetic mean. */
public final class Rates {
    private final Sample messagesPerSecond;
    private final Sample mebibytesPerSecond;
    private final boolean isOfDeaths;
    private final Sample seconds;
    private final Optional<TwoSpeeds> twoSpeeds;

    public Rates(List<Measurement> iterations) {
        messagesPerSecond = sample(iterations, Measurement::messagesPerSecond);
        mebibytesPerSecond = sample(iterations, Measurement::mebibytesPerSecond);
        isOfDeaths = iterations.get(0).latencyKind() == LatencyKind.NOTICE;
        seconds = sample(iterations, Measurement::seconds);
        twoSpeeds = isOfDeaths
                ? Optional.empty() // a death falls anywhere between two messages
                : new PlacedSpeeds(iterations).find().or(() -> SpeedGroups.of(messagesPerSecond));
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

    /** Of the mean rate; of deaths, of the mean time until they are known. */
    public OptionalDouble relativeHalfWidth() {
        if (isOfDeaths) {
            return interval(seconds).stream()
                    .mapToDouble(interval -> interval.relativeHalfWidth(seconds.mean()))
                    .findFirst();
        }
        return messageInterval().stream()
                .mapToDouble(interval -> interval.relativeHalfWidth(messagesPerSecond.mean()))
                .findFirst();
    }

    /** The 95 % interval of a mean; empty for two speeds, whose mean describes neither. */
    public Optional<Interval> interval(Sample sample) {
        return twoSpeeds.isPresent()
                ? Optional.empty()
                : sample.interval().map(interval -> sample.mean() < 0 ? interval : positive(interval));
    }

    /**
     * Cuts the interval at zero: no rate or time is negative, but Student's interval of a few values far apart can be. A difference of
     * times, whose mean can be negative, too, keeps its interval.
     */
    private static Interval positive(Interval interval) {
        return new Interval(Math.max(0, interval.low()), interval.high());
    }

    private static Sample sample(List<Measurement> iterations, ToDoubleFunction<Measurement> figure) {
        return Sample.of(iterations.stream().mapToDouble(figure));
    }

    /** Finds two speeds that depend on the distance between the peers: between iterations, else within them. */
    public static final class PlacedSpeeds {
        /** Two groups count as one if their rates would differ this much by chance in more than this share of cases. */
        private static final double ALPHA = 0.05;

        /** Sixteenths of one iteration resemble each other, so they have to differ more clearly. */
        private static final double ALPHA_WITHIN = 0.001;

        /** If the speed of a pair changes within iterations, it changes by at least this factor. */
        private static final double MIN_LEAD_WITHIN = 1.5;

        /** Each of the two speeds takes at least this share of the sixteenths. */
        private static final double MIN_SHARE = 0.125;

        /** An iteration counts for a distance if more than this share of its marks were at that distance. */
        private static final double MAJORITY = 0.75;

        private final List<Measurement> iterations;

        public PlacedSpeeds(List<Measurement> iterations) {
            this.iterations = iterations;
        }

        public Optional<TwoSpeeds> find() {
            return between().or(this::within);
        }

        /** Compares the distance of most iterations with each other distance. */
        private Optional<TwoSpeeds> between() {
            Map<Distance, List<Double>> rates = new EnumMap<>(Distance.class);
            for (Measurement iteration : iterations) {
                for (Distance distance : Distance.values()) {
                    if (iteration.proximity().share(distance) > MAJORITY) {
                        rates.computeIfAbsent(distance, unused -> new ArrayList<>())
                                .add(iteration.messagesPerSecond());
                    }
                }
            }
            List<Distance> oftenFirst = rates.entrySet().stream()
                    .sorted((one, other) -> Integer.compare(
                            other.getValue().size(), one.getValue().size()))
                    .map(Map.Entry::getKey)
                    .toList();
            for (int i = 1; i < oftenFirst.size(); i++) {
                Distance one = oftenFirst.get(0);
                Distance other = oftenFirst.get(i);
                Groups groups = new Groups(
                        Sample.of(rates.getOrDefault(one, List.of())), Sample.of(rates.getOrDefault(other, List.of())));
                if (groups.areApart(ALPHA, SpeedGroups.MIN_LEAD)) {
                    return Optional.of(TwoSpeeds.of(
                            groups.some(), Optional.of(one), groups.others(), Optional.of(other), Basis.ITERATIONS));
                }
            }
            return Optional.empty();
        }

        /** Compares the sixteenths that both peers spent on one CPU with those on two. */
        private Optional<TwoSpeeds> within() {
            List<Double> together = new ArrayList<>();
            List<Double> apart = new ArrayList<>();
            for (Measurement iteration : iterations) {
                for (Course.Sixteenth part : Course.of(iteration).parts()) {
                    part.sharesCpu()
                            .ifPresent(shared -> (shared ? together : apart).add(1 / part.messageNanos() * 1e9));
                }
            }
            double least = Math.max(2, MIN_SHARE * (together.size() + apart.size()));
            if (Math.min(together.size(), apart.size()) < least) {
                return Optional.empty();
            }
            Groups groups = new Groups(Sample.of(together), Sample.of(apart));
            return groups.areApart(ALPHA_WITHIN, MIN_LEAD_WITHIN)
                    ? Optional.of(TwoSpeeds.of(
                            groups.some(),
                            Optional.of(Distance.SAME_CPU),
                            groups.others(),
                            usualDistanceApart(),
                            Basis.SIXTEENTHS))
                    : Optional.empty();
        }

        /** The most frequent distance of peers that did not share a CPU. */
        private Optional<Distance> usualDistanceApart() {
            Optional<Distance> usual = Optional.empty();
            double greatest = 0;
            for (Distance distance : Distance.values()) {
                double share = iterations.stream()
                        .mapToDouble(iteration -> iteration.proximity().share(distance))
                        .sum();
                if (distance != Distance.SAME_CPU && share > greatest) {
                    greatest = share;
                    usual = Optional.of(distance);
                }
            }
            return usual;
        }

        /** Rates at one distance and at another. */
        private record Groups(Sample some, Sample others) {
            /** Student's test of the means of the logarithms; the groups share one variance. */
            boolean areApart(double alpha, double leastLead) {
                return some.map(Math::log).isApart(others.map(Math::log), alpha)
                        && Math.abs(Math.log(some.geometricMean() / others.geometricMean())) > Math.log(leastLead);
            }
        }
    }
}
