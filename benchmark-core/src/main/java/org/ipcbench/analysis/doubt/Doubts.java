package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Doubts.Rule.found;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.measure.sample.Sampling;

/** All rules about a cell's measurements. */
public final class Doubts {
    private static final List<Rule> RULES = Stream.<List<? extends Rule>>of(
                    List.of(RepetitionRule.values()),
                    List.of(CourseRule.values()),
                    JvmRule.ALL,
                    MachineRule.ALL,
                    List.of(MachineRule.QUEUED, MachineRule.MIGRATIONS),
                    List.of(DeliveryRule.values()),
                    List.of(LoadRule.values()),
                    List.of(ResolutionRule.values()))
            .<Rule>flatMap(List::stream)
            .toList();

    private Doubts() {}

    /** The doubts and notes about the figures of a cell, one for each kind. */
    public static List<Reason> of(Evidence evidence) {
        return List.copyOf(RULES.stream()
                .map(rule -> rule.doubt(evidence))
                .flatMap(Optional::stream)
                .filter(reason -> !evidence.isDeclared(reason.kind()))
                .collect(Collectors.toMap(
                        Reason::kind, reason -> reason, Reason::and, () -> new EnumMap<>(Reason.Kind.class)))
                .values());
    }

    /** Doubts about lost and damaged messages. */
    private enum DeliveryRule implements Rule {
        LOST {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                double share = evidence.total(iteration -> iteration.losses().lost())
                        / evidence.total(iteration -> iteration.sent());
                if (share <= greatestLoss(evidence.latencyKind())) {
                    return Optional.empty();
                }
                Optional<Reason> lost = found(
                        Reason.Kind.LOST,
                        Statement.of("%.1f %% of the messages got lost", 100 * share),
                        "share",
                        share,
                        "try a larger --buffer, and for datagrams of Unix sockets a larger net.unix.max_dgram_qlen");
                return evidence.latencyKind().toleratesLoss() ? lost.map(Reason::asNote) : lost;
            }
        },
        STRANGERS {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                double messages =
                        evidence.total(iteration -> iteration.clientConditions().strangers()
                                + iteration.serverConditions().strangers());
                return messages == 0
                        ? Optional.empty()
                        : found(
                                Reason.Kind.STRANGERS,
                                Statement.of("messages of strangers that came in between: %.0f", messages),
                                "messages",
                                messages,
                                "stop what sends to ports of this machine");
            }
        },
        CORRUPT {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                double corrupt = evidence.total(iteration -> iteration.losses().corrupt());
                return corrupt == 0
                        ? Optional.empty()
                        : found(
                                Reason.Kind.CORRUPT,
                                Statement.of("damaged messages: %.0f", corrupt),
                                "messages",
                                corrupt,
                                "measure again, and report it with results.jsonl");
            }
        };

        /** Losing a hundredth of the messages hardly changes the rate of a stream. */
        private static final double STREAM_LOSS = 0.01;

        /** The lost round trips are the slow ones: if more than this share is lost, the 99.9th percentile is unknown. */
        private static final double ROUND_TRIP_LOSS = 0.001;

        private static double greatestLoss(LatencyKind latencyKind) {
            return latencyKind.inTurns() ? ROUND_TRIP_LOSS : STREAM_LOSS;
        }
    }

    /** Doubts about schedules: whether the rate was carried, and whether the sender kept its times. */
    private enum LoadRule implements Rule {
        NOT_REACHED {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                return evidence.load()
                        .filter(load -> !load.isReached())
                        .map(load -> new Reason(
                                Reason.Kind.NOT_REACHED,
                                Statement.of(
                                        evidence.latencyKind().inTurns()
                                                ? "%.0f of %.0f calls/s were answered%s"
                                                : "%.0f of %.0f messages/s arrived%s",
                                        load.achievedPerSecond(),
                                        load.offeredPerSecond(),
                                        neverSent(load)),
                                Map.of(
                                        "achievedPerSecond", load.achievedPerSecond(),
                                        "offeredPerSecond", load.offeredPerSecond(),
                                        "notSentShare", load.notSentShare()),
                                "use a lower --rate"));
            }

            private Statement neverSent(LoadFigures load) {
                return load.notSentShare() < MIN_SHOWN
                        ? Statement.of("")
                        : Statement.of(", %.1f %% were never sent", 100 * load.notSentShare());
            }
        },
        /**
         * Compares percentiles of the sender's own lateness with the same percentiles of the latencies. What helps depends on the cell,
         * which is unknown here.
         */
        LATE_SENDER {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                return evidence.load()
                        .flatMap(load -> worst(load, evidence))
                        .filter(late -> late.share > MAX_LATENESS)
                        .flatMap(late -> found(
                                Reason.Kind.LATE_SENDER,
                                Statement.of(
                                        "the sender was late itself: %s %.1f us, %.0f %% of the latencies' %s",
                                        late.percentile,
                                        late.nanos / NANOS_PER_MICRO,
                                        100 * late.share,
                                        late.percentile),
                                "share",
                                late.share,
                                ""));
            }

            private Optional<Lateness> worst(LoadFigures load, Evidence evidence) {
                return Stream.of(
                                lateness("p50", Percentiles.MEDIAN, load.lateP50Nanos(), evidence),
                                lateness("p99", Percentiles.P99, load.lateP99Nanos(), evidence),
                                lateness("p99.9", FAR_TAIL, load.lateP999Nanos(), evidence))
                        .flatMap(Optional::stream)
                        .max(Comparator.comparingDouble(Lateness::share));
            }

            private Optional<Lateness> lateness(String name, double percentile, double lateNanos, Evidence evidence) {
                return evidence.latencies().percentileNanos(percentile).stream()
                        .mapToObj(nanos -> new Lateness(name, lateNanos, lateNanos / nanos))
                        .findFirst();
            }
        };

        /**
         * A percentile of the sender's own lateness.
         *
         * @param percentile its name
         * @param nanos the lateness, in nanoseconds
         * @param share the lateness as a share of the latencies' percentile
         */
        private record Lateness(String percentile, double nanos, double share) {}

        /** A lateness of more than this share of a latency shows in the latency; docs/evidence/error-rates.md has the error rates. */
        static final double MAX_LATENESS = 0.2;

        /** A smaller share would be shown as zero. */
        private static final double MIN_SHOWN = 0.0005;

        private static final double FAR_TAIL = 99.9;
        private static final double NANOS_PER_MICRO = 1e3;
    }

    /** Whether the measured part is long enough for the clock, and whether there are enough samples. */
    enum ResolutionRule implements Rule {
        SHORT {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                double shortest = -evidence.greatest(iteration -> -iteration.seconds());
                return shortest >= MIN_SECONDS || evidence.latencyKind() == LatencyKind.NOTICE
                        ? Optional.empty()
                        : found(
                                Reason.Kind.SHORT,
                                Statement.of("measured for only %.3f s", shortest),
                                "seconds",
                                shortest,
                                evidence.latencyKind().moreWork());
            }
        },
        TIMESTAMPS {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                double costliest = evidence.greatest(ResolutionRule::excessiveTimestampCost);
                return costliest == 0
                        ? Optional.empty()
                        : found(
                                        Reason.Kind.TIMESTAMPS,
                                        Statement.of("reading the clock costs up to %.1f %%", 100 * costliest),
                                        "share",
                                        costliest,
                                        "use a longer --warmup, after which fewer messages are timed")
                                .map(reason -> evidence.weighed(reason, costliest));
            }
        },
        /** Files have no samples at all, blocks no percentiles in tables. */
        FEW_SAMPLES {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                CellLatencies latencies = evidence.latencies();
                return !evidence.latencyKind().showsPercentiles()
                                || latencies.count() == 0
                                || latencies.percentiles(Percentiles.MEDIAN).isPresent()
                        ? Optional.empty()
                        : found(
                                Reason.Kind.FEW_SAMPLES,
                                Statement.of(
                                        "an iteration has only %d latencies, too few for percentiles",
                                        latencies.fewest()),
                                "samples",
                                (double) latencies.fewest(),
                                evidence.latencyKind().moreWork());
            }
        },
        /** If the clock's steps are as large as a latency, some messages seem to take no time. */
        COARSE_TIMER {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                CellLatencies latencies = evidence.latencies();
                return latencies.count() == 0 || !latencies.isCoarse()
                        ? Optional.empty()
                        : found(
                                Reason.Kind.COARSE_TIMER,
                                Statement.of("latencies are as short as the steps of the clock"),
                                "minimumNanos",
                                latencies.minimumNanos(),
                                "see /sys/devices/system/clocksource/clocksource0/current_clocksource");
            }
        },
        /** Nothing that is shown is doubtful: a load lacks its answer, a throughput only what stands beside it. */
        CLOCK_BOUND {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                if (!evidence.latencies().areWithheld()) {
                    return Optional.empty();
                }
                boolean isLoad = evidence.latencyKind().hasGivenRate();
                Reason reason = new Reason(
                        Reason.Kind.CLOCK_BOUND,
                        Statement.of("latencies are withheld: the peers' clocks are not proven to be one"),
                        Map.of(),
                        isLoad
                                ? "use --answer: calls need one clock only"
                                : "use the command latency, which needs one clock only");
                return Optional.of(isLoad ? reason : reason.asNote());
            }
        };

        /**
         * The share of the time that timestamps cost, if it is too large, else 0. A measured part that is too short has a doubt of
         * its own.
         */
        private static double excessiveTimestampCost(Measurement iteration) {
            double allowed = iteration.seconds() < MIN_SECONDS ? Sampling.MAX_COST_OF_FEW : Sampling.MAX_COST;
            return iteration.timestampCost() <= allowed ? 0 : iteration.timestampCost();
        }

        /** A measured part shorter than this says more about scheduling than about the transport. */
        static final double MIN_SECONDS = 0.1;
    }

    /** Doubts from comparing iterations with each other. */
    private enum RepetitionRule implements Rule {
        NOT_REPEATED {
            @Override
            public Optional<Reason> doubt(Evidence evidence) {
                int count = evidence.iterations().size();
                return count >= Sample.MIN_VALUES
                        ? Optional.empty()
                        : found(
                                Reason.Kind.NOT_REPEATED,
                                Statement.of("measured %s", Statement.times(count)),
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
                List<Statement> observations = new ArrayList<>();
                boolean isAnswerWide = false;
                if (!evidence.latencyKind().hasGivenRate()) {
                    double halfWidth = evidence.rates().relativeHalfWidth().orElse(0);
                    if (halfWidth > MAX_HALF_WIDTH) {
                        isAnswerWide = true;
                        observations.add(Statement.of(
                                evidence.latencyKind() == LatencyKind.NOTICE
                                        ? "the mean time is uncertain by ± %.0f %%"
                                        : "the mean rate is uncertain by ± %.0f %%",
                                100 * halfWidth));
                        numbers.put("halfWidth", halfWidth);
                    }
                }
                if (evidence.latencyKind().showsPercentiles()) {
                    for (double percentile : SHOWN_WITH_INTERVAL) {
                        double factor = factor(percentile, evidence);
                        if (factor > MAX_FACTOR) {
                            isAnswerWide |= evidence.latencyKind().answersWithPercentiles();
                            String name = "p" + Math.round(percentile);
                            observations.add(
                                    factor > MAX_NUMBERED_FACTOR
                                            ? Statement.of(
                                                    "%s is unknown: its interval spans more than a factor of %.0f",
                                                    name, MAX_NUMBERED_FACTOR)
                                            : Statement.of("the interval of %s spans a factor of %.1f", name, factor));
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

        /** An interval of the mean rate is wide beyond this half-width, as a share of the mean; docs/evidence/error-rates.md says why. */
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
                    Statement.of(
                            "two speeds: %s",
                            statement(speeds, speed(speeds.fast(), evidence), speed(speeds.slow(), evidence))),
                    Map.of(
                            "slowMessagesPerSecond", speeds.slow().messagesPerSecond(),
                            "slowShare", speeds.slow().share(),
                            "fastMessagesPerSecond", speeds.fast().messagesPerSecond(),
                            "fastShare", speeds.fast().share()),
                    placed
                            ? "choose one by --placement same-cpu or --placement split-cpu"
                            : "use more iterations (-i) to see how often each comes");
        }

        private static Statement statement(TwoSpeeds speeds, Statement fast, Statement slow) {
            return switch (speeds.basis()) {
                case ITERATIONS ->
                    Statement.of(
                            "%s in %d and %s in %d of %d iterations",
                            fast,
                            speeds.fast().times(),
                            slow,
                            speeds.slow().times(),
                            speeds.slow().of());
                case SIXTEENTHS -> {
                    long percent = Math.round(100 * speeds.fast().share());
                    yield Statement.of(
                            "%s in %d %% and %s in %d %% of the measured part", fast, percent, slow, 100 - percent);
                }
            };
        }

        /** A speed in a readable unit, and where the peers were. */
        private static Statement speed(TwoSpeeds.Speed speed, Evidence evidence) {
            double rate = speed.messagesPerSecond();
            Statement figure;
            if (evidence.latencyKind().inTurns()) {
                figure = Statement.of("%.1f us", MICROS_PER_SECOND / rate);
            } else {
                double bytes = evidence.total(Measurement::bytes) / evidence.total(Measurement::messages);
                figure = Statement.of("%.0f MiB/s", rate * bytes / MEBIBYTE);
            }
            return speed.distance()
                    .map(distance -> Statement.of("%s %s", figure, distance.label()))
                    .orElse(figure);
        }
    }

    /** Decides whether the evidence raises one kind of doubt. */
    public interface Rule {
        /** The doubt; empty if there is none, or if the evidence does not tell. */
        Optional<Reason> doubt(Evidence evidence);

        /** A doubt with one number. */
        static Optional<Reason> found(
                Reason.Kind kind, Statement statement, String number, double value, String advice) {
            return Optional.of(new Reason(kind, statement, Map.of(number, value), advice));
        }

        /** A rule that compares a mean over the iterations with a limit. */
        interface LimitRule extends Rule {
            Reason.Kind kind();

            /** There is doubt above this limit. */
            double limit();
        }
    }
}
