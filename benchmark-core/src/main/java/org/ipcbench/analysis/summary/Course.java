package org.ipcbench.analysis.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * The course of a measured part, from mark to mark of the client.
 *
 * @param parts the sixteenths; fewer if there are fewer marks
 */
public record Course(List<Sixteenth> parts) {
    /** With fewer parts, the course is unknown. */
    private static final int MIN_PARTS = 12;

    /** Number of parts that are the start: an eighth of sixteen. */
    static final int START_PARTS = 2;

    /** Lower bound of the scatter of parts, in logarithms, for comparisons with a slower part. */
    private static final double MIN_SCATTER = 0.05;

    /** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
    private static final double DEVIATIONS = 1.4826;

    /**
     * The time between two marks.
     *
     * @param nanos its duration, in nanoseconds
     * @param messages messages in it, at least one
     * @param sharesCpu whether both peers were on the same CPU at both marks; empty if they were at only one of them, or if the
     *     kernel does not tell
     * @param meanwhile what happened in either peer; null if nothing did
     */
    public record Sixteenth(
            double nanos, double messages, Optional<Boolean> sharesCpu, Mark.@Nullable Meanwhile meanwhile) {
        Sixteenth(double nanos, double messages, Optional<Boolean> sharesCpu) {
            this(nanos, messages, sharesCpu, null);
        }

        double messageNanos() {
            return nanos / messages;
        }
    }

    public Course {
        parts = List.copyOf(parts);
    }

    public static Course of(Measurement iteration) {
        List<Mark> marks = iteration.clientConditions().marks();
        List<Mark> others = iteration.serverConditions().marks();
        List<Sixteenth> parts = new ArrayList<>();
        for (int i = 1; i < marks.size(); i++) {
            Mark from = marks.get(i - 1);
            Mark to = marks.get(i);
            Optional<Boolean> before = sharesCpu(from, others);
            long nanos = to.nanos() - from.nanos();
            if (nanos > 0) {
                parts.add(new Sixteenth(
                        (double) nanos,
                        (double) Math.max(1, to.messages() - from.messages()),
                        before.equals(sharesCpu(to, others)) ? before : Optional.empty(),
                        Mark.Meanwhile.ofAll(Stream.concat(
                                Stream.of(to),
                                others.stream().filter(mark -> mark.isBetween(from.nanos(), to.nanos()))))));
            }
        }
        return new Course(parts);
    }

    private static Optional<Boolean> sharesCpu(Mark mark, List<Mark> others) {
        return others.stream()
                .min(Comparator.comparingLong(other -> Math.abs(other.nanos() - mark.nanos())))
                .filter(other -> mark.cpu() != Mark.UNKNOWN_CPU && other.cpu() != Mark.UNKNOWN_CPU)
                .map(other -> other.cpu() == mark.cpu());
    }

    /** Whether there are enough marks. */
    public boolean isKnown() {
        return parts.size() >= MIN_PARTS;
    }

    /**
     * How many times as long as usual a message took at the start, if both parts of the start are slower than all others, or both
     * are faster; otherwise 1.
     */
    public double startOverRest() {
        if (!isKnown()) {
            return 1;
        }
        Sample start = times(parts.subList(0, START_PARTS));
        Sample rest = times(parts.subList(START_PARTS, parts.size()));
        boolean stands = start.least() > rest.greatest() || start.greatest() < rest.least();
        return stands ? start.geometricMean() / rest.median() : 1;
    }

    /** How many times as long a message took in the second half as in the first, without the start. */
    public double secondOverFirstHalf() {
        int middle = (START_PARTS + parts.size()) / 2;
        return times(parts.subList(middle, parts.size())).median()
                / times(parts.subList(START_PARTS, middle)).median();
    }

    /**
     * By how many nanoseconds the longest part exceeds the usual one, if it stands out from the parts' scatter.
     *
     * @param scatters how many standard deviations a part that stands out is away, in logarithms
     * @param factor how many times as long as usual that part takes at least
     */
    public double stallNanos(double scatters, double factor) {
        if (!isKnown()) {
            return 0;
        }
        Sample times = times(parts);
        double usual = times.median();
        double scatter =
                DEVIATIONS * times.map(time -> Math.abs(Math.log(time / usual))).median();
        double limit = Math.max(Math.log(factor), scatters * Math.max(scatter, MIN_SCATTER));
        return parts.stream()
                .filter(part -> Math.log(part.messageNanos() / usual) > limit)
                .mapToDouble(part -> part.nanos() - part.messages() * usual)
                .max()
                .orElse(0);
    }

    /** Time of a message in each part ÷ its usual time. */
    public List<Double> overUsual() {
        double usual = usualMessageNanos();
        return parts.stream().map(part -> part.messageNanos() / usual).toList();
    }

    /** Usual time of a message, in nanoseconds: the median over the parts. */
    public double usualMessageNanos() {
        return times(parts).median();
    }

    private static Sample times(List<Sixteenth> parts) {
        return Sample.of(parts.stream().mapToDouble(Sixteenth::messageNanos));
    }
}
