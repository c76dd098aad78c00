package org.ipcbench.measure.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The conditions under which a peer measured: possible reasons to doubt its figures.
 *
 * @param warmUp how the warm-up ended
 * @param marks readings of the clock at every sixteenth of the measured part, including its beginning and end. There
 *     are fewer if there were fewer messages, or if a sixteenth would be shorter than 0.35 ms. A server has up to twice
 *     as many, because it does not know the duration beforehand, and counts from the first message it has handled; for
 *     a server's only message, there is just the end
 * @param machine what the machine did during the measured part; only the client looks
 * @param clockBoundNanos upper bound of the difference between this peer's clock and its partner's, proven by exchanges
 *     over a shared page before and after the measured part, in nanoseconds; 0 if both read one clock, {@link #NO_BOUND} if nothing
 *     was proven
 * @param strangers number of messages from strangers that arrived among the partner's and were ignored
 * @param gaps gaps between the measuring thread's looks at the clock; for several connections, the gaps of the
 *     connection with the longest one
 * @param scheduling what the scheduler did to the measuring thread
 * @param stalls the machine's stalls on this peer's CPU: a sender that spins sees them while it waits, and each peer looks for
 *     them after the measured part
 */
public record MeasurementConditions(
        WarmUpEnd warmUp,
        List<Mark> marks,
        MachineLoad machine,
        long clockBoundNanos,
        long strangers,
        Gaps gaps,
        Scheduling scheduling,
        Stalls stalls) {
    public static final long NO_BOUND = -1;

    /** Nothing is known. */
    public static final MeasurementConditions UNKNOWN =
            new MeasurementConditions(WarmUpEnd.NONE, List.of(), MachineLoad.UNKNOWN, NO_BOUND);

    public MeasurementConditions {
        marks = List.copyOf(marks);
        gaps = Objects.requireNonNullElse(gaps, Gaps.NONE); // records of earlier builds have none
        scheduling = Objects.requireNonNullElse(scheduling, Scheduling.UNKNOWN);
        stalls = Objects.requireNonNullElse(stalls, Stalls.UNKNOWN);
    }

    /** Conditions without messages from strangers. */
    public MeasurementConditions(WarmUpEnd warmUp, List<Mark> marks, MachineLoad machine, long clockBoundNanos) {
        this(warmUp, marks, machine, clockBoundNanos, 0, Gaps.NONE, Scheduling.UNKNOWN, Stalls.UNKNOWN);
    }

    /** Whether the peers of these conditions are proven to read one clock. One peer that plays both roles does. */
    public static boolean areOfOneClock(MeasurementConditions client, MeasurementConditions server) {
        long proven = Math.max(client.clockBoundNanos, server.clockBoundNanos);
        return proven == NO_BOUND ? server.equals(UNKNOWN) : proven == 0;
    }

    /**
     * Combines the conditions of connections that were measured in parallel, in one process or several: the worst of
     * each condition, the marks of all together, and the machine's load as seen by the connection that took longest.
     * The conditions of a single connection stay as they are.
     */
    public static MeasurementConditions ofAll(List<MeasurementConditions> all) {
        if (all.size() == 1) {
            return all.get(0);
        }
        boolean proven = all.stream().noneMatch(each -> each.clockBoundNanos == NO_BOUND);
        return new MeasurementConditions(
                WarmUpEnd.ofAll(all.stream().map(MeasurementConditions::warmUp).toList()),
                new SharedCourse(all.stream().map(MeasurementConditions::marks).toList()).marks(),
                all.stream()
                        .map(MeasurementConditions::machine)
                        .max(Comparator.comparingLong(MachineLoad::busyNanos))
                        .orElse(MachineLoad.UNKNOWN),
                proven
                        ? all.stream()
                                .mapToLong(MeasurementConditions::clockBoundNanos)
                                .max()
                                .orElse(NO_BOUND)
                        : NO_BOUND,
                all.stream().mapToLong(MeasurementConditions::strangers).sum(),
                Gaps.ofAll(all.stream().map(MeasurementConditions::gaps).toList()),
                Scheduling.ofAll(
                        all.stream().map(MeasurementConditions::scheduling).toList()),
                all.stream().map(MeasurementConditions::stalls).reduce(Stalls.UNKNOWN, Stalls::plus));
    }

    /** Returns a copy for peers that read one clock, as their kernel says, but had no page to prove it. */
    public MeasurementConditions withOneClock() {
        return new MeasurementConditions(
                warmUp, marks, machine, Math.max(0, clockBoundNanos), strangers, gaps, scheduling, stalls);
    }

    /** Returns a copy whose marks are by a clock that is ahead by this, in nanoseconds. */
    public MeasurementConditions ahead(long byNanos) {
        return marked(marks.stream().map(mark -> mark.ahead(byNanos)).toList());
    }

    /** Returns a copy whose marks tell no CPU, because its number means another CPU to the partner. */
    public MeasurementConditions withoutCpus() {
        return marked(marks.stream().map(Mark::withoutCpu).toList());
    }

    /** Returns a copy without marks, because their times are of another clock than the partner's. */
    public MeasurementConditions withoutMarks() {
        return marked(List.of());
    }

    private MeasurementConditions marked(List<Mark> others) {
        return new MeasurementConditions(warmUp, others, machine, clockBoundNanos, strangers, gaps, scheduling, stalls);
    }

    /** Returns a copy with what is known of the machine. */
    public MeasurementConditions on(MachineLoad load, Stalls seen) {
        return new MeasurementConditions(warmUp, marks, load, clockBoundNanos, strangers, gaps, scheduling, seen);
    }

    /**
     * The course of connections that were measured in parallel, as if one connection had exchanged all messages.
     *
     * @param courses the marks of each connection
     */
    record SharedCourse(List<List<Mark>> courses) {
        /** Number of parts into which the marks of one connection divide its course. */
        private static final int PARTS = 16;

        /** The shortest time between two marks of one connection. */
        private static final long MIN_STEP_NANOS = 350_000;

        /** Marks at even distances, without a CPU. Their messages are interpolated between each connection's own marks. */
        List<Mark> marks() {
            List<List<Mark>> known =
                    courses.stream().filter(each -> !each.isEmpty()).toList();
            long start =
                    known.stream().mapToLong(each -> each.get(0).nanos()).min().orElse(0);
            long end = known.stream()
                    .mapToLong(each -> each.get(each.size() - 1).nanos())
                    .max()
                    .orElse(0);
            List<Mark> marks = new ArrayList<>();
            if (end > start) {
                long parts = Math.max(1, Math.min(PARTS, (end - start) / MIN_STEP_NANOS));
                long before = start;
                for (long part = 0; part <= parts; part++) {
                    long from = before;
                    long at = start + (end - start) * part / parts;
                    double messages = known.stream()
                            .mapToDouble(each -> messages(each, at))
                            .sum();
                    Mark.Meanwhile meanwhile = Mark.Meanwhile.ofAll(
                            known.stream().flatMap(List::stream).filter(mark -> mark.isBetween(from, at)));
                    marks.add(new Mark(at, Math.round(messages), Mark.UNKNOWN_CPU, meanwhile));
                    before = at;
                }
            }
            return marks;
        }

        /** Number of messages that one connection had exchanged at this time. */
        private static double messages(List<Mark> course, long at) {
            Mark before = course.get(0);
            if (at < before.nanos()) {
                return 0;
            }
            for (Mark mark : course) {
                if (mark.nanos() > at) {
                    double share = (double) (at - before.nanos()) / (mark.nanos() - before.nanos());
                    return before.messages() + share * (mark.messages() - before.messages());
                }
                before = mark;
            }
            return before.messages();
        }
    }

    /**
     * Times between two looks at the clock, which the measuring thread takes after equal numbers of messages. A thread that
     * did not run or got no message has a long gap.
     *
     * @param longestNanos the longest gap, in nanoseconds
     * @param count number of gaps; 0 if the thread did not look
     */
    public record Gaps(long longestNanos, long count) {
        public static final Gaps NONE = new Gaps(0, 0);

        /**
         * A standstill takes this many times as long as the mean time between two looks; exponentially distributed times rarely do.
         */
        public static final double STANDSTILL_FACTOR = 12;

        /** Of several parallel connections, the gaps of the connection with the longest one. */
        static Gaps ofAll(List<Gaps> all) {
            return all.stream()
                    .max(Comparator.comparingLong(Gaps::longestNanos))
                    .orElse(NONE);
        }
    }

    /**
     * How a warm-up ended.
     *
     * @param messageNanos time of a message in the fastest of the last batches, in nanoseconds; on the server, which does
     *     not decide when the warm-up ends, in the last batch
     * @param messages number of messages or round trips in all batches of the warm-up
     * @param steady whether the last batches agreed in their rates
     * @param compiled whether the just-in-time compiler had been asked for everything and had come to rest; null if that is unknown, as
     *     of a program whose compiler does not tell
     */
    public record WarmUpEnd(
            double messageNanos,
            long messages,
            boolean steady,
            @Nullable Boolean compiled) {
        /** There was no warm-up. */
        public static final WarmUpEnd NONE = new WarmUpEnd(0, 0, true, true);

        /** Combines parallel warm-ups into one: the rate of all together, and steady if all were. */
        static WarmUpEnd ofAll(List<WarmUpEnd> all) {
            double messagesPerNano = all.stream()
                    .filter(each -> each.messageNanos > 0)
                    .mapToDouble(each -> 1 / each.messageNanos)
                    .sum();
            return new WarmUpEnd(
                    messagesPerNano == 0 ? 0 : 1 / messagesPerNano,
                    all.stream().mapToLong(WarmUpEnd::messages).sum(),
                    all.stream().allMatch(WarmUpEnd::steady),
                    ofAllCompilers(all));
        }

        private static @Nullable Boolean ofAllCompilers(List<WarmUpEnd> all) {
            if (all.stream().anyMatch(WarmUpEnd::atLimit)) {
                return false;
            }
            return all.stream().anyMatch(each -> each.compiled == null) ? null : true;
        }

        /** Whether the time was up while the compiler was still at work. */
        public boolean atLimit() {
            return Boolean.FALSE.equals(compiled);
        }

        /** Whether the rates of the last batches differed although no compiler is known to have worked: the messages scatter by themselves. */
        public boolean scattered() {
            return !atLimit() && !steady;
        }
    }

    /**
     * What the scheduler did to a measuring thread.
     *
     * @param queuedNanos time for which the thread could have run while another thread had its CPU, in nanoseconds; {@link
     *     Count#UNKNOWN} if the kernel does not tell
     * @param migrations number of migrations to another CPU; {@link Count#UNKNOWN} if the kernel does not tell
     */
    public record Scheduling(long queuedNanos, long migrations) {
        public static final Scheduling UNKNOWN = new Scheduling(Count.UNKNOWN, Count.UNKNOWN);

        /** Combines parallel threads: the longest time of any, and the sum of the migrations. */
        public static Scheduling ofAll(List<Scheduling> all) {
            return new Scheduling(
                    ofAll(all, Scheduling::queuedNanos, Math::max), ofAll(all, Scheduling::migrations, Long::sum));
        }

        /** A kernel may tell one count and not the other. */
        private static long ofAll(
                List<Scheduling> all, ToLongFunction<Scheduling> count, LongBinaryOperator combination) {
            return all.stream().mapToLong(count).anyMatch(each -> each == Count.UNKNOWN)
                    ? Count.UNKNOWN
                    : all.stream().mapToLong(count).reduce(combination).orElse(Count.UNKNOWN);
        }

        /** Increase of a count since an earlier reading. */
        public static long grown(long before, long after) {
            return before == Count.UNKNOWN || after == Count.UNKNOWN ? Count.UNKNOWN : Math.max(0, after - before);
        }
    }
}
