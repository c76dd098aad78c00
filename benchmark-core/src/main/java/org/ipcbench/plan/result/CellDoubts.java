package org.ipcbench.plan.result;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.CourseRule;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.Statement;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.transport.Session.ChannelOptions.Tcp;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;

/** The doubts about the result of a cell: from its measurements, and from the cell itself. */
final class CellDoubts {
    /** Above this share of a message's time, a cell measures a considerable part of the harness, too. */
    static final double MAX_HARNESS_SHARE = 0.1;

    /** The server's work may differ by this share from what was asked; {@code WorkRatesTest} has the error rates. */
    static final double MAX_WORK_ERROR = 0.02;

    /** Work that changes the median call by less is a note: another run of the same transport differs by as much. */
    static final double MAX_WORK_ERROR_OF_CALL = 0.05;

    /** Linux delays an acknowledgement by 40 ms at least, less a tick of its timer. */
    private static final double DELAYED_ACKNOWLEDGEMENT_NANOS = 35e6;

    /** Stalls of this length are rarer by far; {@code DelayedAcknowledgementsTest} has the error rates. */
    private static final double MAX_DELAYED_SHARE = 0.01;

    /** Their latencies hold no wait for other messages that had been sent before. */
    private static final Set<LatencyKind> IN_TURNS =
            EnumSet.of(LatencyKind.ROUND_TRIP, LatencyKind.INTENDED_ROUND_TRIP);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private final CellResult result;

    CellDoubts(CellResult result) {
        this.result = result;
    }

    List<Reason> reasons() {
        return result.summary().map(this::ofFigures).orElseGet(() -> List.of(whyNoFigures()));
    }

    private List<Reason> ofFigures(Summary figures) {
        List<Reason> reasons = figures.reasons().stream()
                .filter(reason -> reason.kind() != Reason.Kind.STALL || !isMadeToWait(figures))
                .map(reason ->
                        reason.kind() == Reason.Kind.LATE_SENDER ? reason.advising(forLateSender(figures)) : reason)
                .collect(Collectors.toCollection(ArrayList::new));
        int planned = result.plannedIterations();
        if (result.hasFailures()) {
            reasons.add(new Reason(
                    Reason.Kind.FAILED_ITERATIONS,
                    Statement.of("%d of %d iterations failed: %s", result.failures(), planned, result.firstFailure()),
                    Map.of("failed", (double) result.failures(), "planned", (double) planned),
                    ""));
        }
        if (figures.count() + result.failures() < planned) {
            reasons.add(new Reason(
                    Reason.Kind.INTERRUPTED,
                    Statement.of("%d of %d iterations measured", figures.count(), planned),
                    Map.of("measured", (double) figures.count(), "planned", (double) planned),
                    ""));
        }
        reasons.addAll(new CpuDoubts(result.cell(), figures).reasons());
        work(figures).ifPresent(reasons::add);
        secondThread(figures).ifPresent(reasons::add);
        delayedShare().map(this::delayedAcknowledgements).ifPresent(reasons::add);
        collectedTail(figures).ifPresent(reasons::add);
        allocations(figures).ifPresent(reasons::add);
        result.harnessShare().ifPresent(share -> {
            if (share > MAX_HARNESS_SHARE) {
                reasons.add(new Reason(
                        Reason.Kind.HARNESS_SHARE,
                        Statement.of(
                                "the same work without a transport takes %.0f %% of a message's time", 100 * share),
                        Map.of("share", share),
                        "compare with the transport null, or use larger messages (-s)"));
            }
        });
        return reasons;
    }

    /**
     * Whether a publisher that loses nothing has waited for slow subscribers for so long that it would count as a standstill, as was asked:
     * its longest wait is a figure of its own. Not so if the machine stood still as well: a thread of the subscribers' side that waits for nobody
     * looks at the clock meanwhile.
     */
    private boolean isMadeToWait(Summary figures) {
        return result.cell().workload() instanceof Publish publish
                && publish.whenFull().policy() == Policy.BLOCK
                && publish.slow().number() > 0
                && figures.iterations().stream().anyMatch(each -> isStandstill(each, FanOutResult::longestNanos))
                && figures.iterations().stream()
                        .noneMatch(each -> isStandstill(
                                each, fanOut -> each.clientConditions().gaps().longestNanos()));
    }

    private static boolean isStandstill(Measurement iteration, ToLongFunction<FanOutResult> nanos) {
        return Stream.ofNullable(iteration.fanOut())
                .anyMatch(fanOut -> nanos.applyAsLong(fanOut) >= CourseRule.STANDSTILL_SHARE * fanOut.publishNanos());
    }

    /** What helps a sender to keep its times, without what was asked already. */
    private String forLateSender(Summary figures) {
        boolean spins = result.cell().workload().senderSpins();
        boolean apart = figures.iterations().stream()
                .allMatch(iteration -> iteration.proximity().isApart());
        if (apart) {
            return spins ? "" : "use --pacing spin";
        }
        return spins
                ? "give the client a CPU of its own (--placement split-cpu)"
                : "use --pacing spin and a CPU of its own for the client (--placement split-cpu)";
    }

    /** The doubt about the server's work, if it keeps the CPU busy for another time than was asked. */
    private Optional<Reason> work(Summary figures) {
        OptionalDouble measured = figures.workNanos();
        Optional<Work> asked = result.cell().workload().shape().map(Shape::work).filter(Work::isBusy);
        if (measured.isEmpty() || asked.isEmpty()) {
            return Optional.empty();
        }
        double off = measured.getAsDouble() / asked.get().nanos() - 1;
        double changedNanos = Math.abs(measured.getAsDouble() - asked.get().nanos());
        boolean hardly = figures.latencies().percentileNanos(Percentiles.MEDIAN).orElse(0) * MAX_WORK_ERROR_OF_CALL
                > changedNanos;
        return Math.abs(off) <= MAX_WORK_ERROR
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.WORK,
                        hardly ? Verdict.Level.VALID : Verdict.Level.SUSPECT,
                        List.of(Statement.of(
                                "the server's work took %.2f us of CPU time, %.1f %% %s than asked%s",
                                measured.getAsDouble() / NANOS_PER_MICRO,
                                100 * Math.abs(off),
                                off > 0 ? "more" : "less",
                                hardly ? ", which hardly changes a call" : "")),
                        Map.of("workNanos", measured.getAsDouble(), "error", off),
                        "a longer --warmup calibrates it better"));
    }

    /** The note that a client needed a second thread, because its connection may not hold all calls that were to be under way. */
    private static Optional<Reason> secondThread(Summary figures) {
        OptionalLong held = figures.callsHeld();
        if (held.isEmpty()) {
            return Optional.empty();
        }
        long calls = held.getAsLong();
        return Optional.of(new Reason(
                Reason.Kind.SECOND_THREAD,
                Statement.of(
                        "a second thread of the client received the answers, because the connection certainly holds %d call%s at once here",
                        calls, calls == 1 ? "" : "s"),
                Map.of("held", (double) calls),
                calls == 1 ? "" : "--in-flight %d needs no second thread".formatted(calls)));
    }

    /** The note that messages waited for acknowledgements that their receiver delayed, as nobody expects who keeps the kernel's default. */
    private Reason delayedAcknowledgements(double share) {
        return new Reason(
                Reason.Kind.DELAYED_ACKNOWLEDGEMENTS,
                Statement.of(
                        "%.0f %% of the messages waited for acknowledgements, which TCP delays by 40 ms", 100 * share),
                Map.of("share", share),
                "use --socket nodelay" + (result.cell().channel().writes() > 1 ? " or --writes 1" : ""));
    }

    /** The share of messages that waited so; empty if it is hardly any. */
    Optional<Double> delayedShare() {
        return result.summary()
                .filter(figures ->
                        result.cell().channel().tcp() == Tcp.NAGLE && IN_TURNS.contains(figures.latencyKind()))
                .flatMap(this::lateForAcknowledgements)
                .filter(share -> share > MAX_DELAYED_SHARE);
    }

    /** The note that says how many of the slowest messages met a collection of the heap that was declared to be loaded. */
    private static Optional<Reason> collectedTail(Summary figures) {
        Neighbourhood.Tail tail = Neighbourhood.Tail.ofAll(figures.iterations(), Neighbourhood::tail);
        Neighbourhood.Tail cycles = Neighbourhood.Tail.ofAll(figures.iterations(), Neighbourhood::cycles);
        OptionalDouble p999 = figures.latencies().percentileNanos(Percentiles.P999);
        return tail.slowest() == 0
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.COLLECTED_TAIL,
                        Statement.of(
                                "%s%d of the %d slowest messages met a %s, %.1f would by chance%s",
                                p999.isPresent()
                                        ? Statement.of("p99.9 %.2f ms: ", p999.getAsDouble() / NANOS_PER_MILLI)
                                        : Statement.of(""),
                                tail.collected(),
                                tail.slowest(),
                                cycles.slowest() == 0 ? "garbage collection" : "pause of the garbage collector",
                                tail.byChance(),
                                cycles.slowest() == 0
                                        ? Statement.of("")
                                        : Statement.of(
                                                "; %d met its work beside the threads, %.1f would by chance",
                                                cycles.collected(), cycles.byChance())),
                        Map.of("slowest", (double) tail.slowest(), "collected", (double) tail.collected()),
                        ""));
    }

    /** The doubt about a load of the heap that was less than declared, as by a server whose CPU has no time left for it. */
    private static Optional<Reason> allocations(Summary figures) {
        OptionalDouble share = figures.iterations().stream()
                .flatMap(iteration -> Stream.ofNullable(iteration.beside()))
                .flatMap(beside -> Stream.ofNullable(beside.allocatedShare()))
                .mapToDouble(each -> each)
                .average();
        return share.isEmpty() || share.getAsDouble() >= Neighbourhood.MIN_ALLOCATED_SHARE
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.WORK,
                        Statement.of(
                                "the server allocated only %.0f %% of what was declared", 100 * share.getAsDouble()),
                        Map.of("allocated", share.getAsDouble()),
                        "declare less (--vary beside=heap:), or give it more CPUs"));
    }

    /**
     * The calls that took as long as such a wait and the server's work for all that are under way. At a given rate, calls wait for work that is
     * late, too; and a load that does not reach its rate has late messages whatever the reason, so its rate has to tell.
     */
    private Optional<Double> lateForAcknowledgements(Summary figures) {
        int atOnce = result.cell().clients().number() * result.cell().workload().inFlight();
        long workNanos = result.cell()
                .workload()
                .shape()
                .map(shape -> shape.work().nanos())
                .orElse(0L);
        if (workNanos > 0 && figures.latencyKind().hasGivenRate()) {
            return Optional.empty();
        }
        if (figures.isReached()) {
            return figures.lateShare(DELAYED_ACKNOWLEDGEMENT_NANOS + workNanos * atOnce)
                    .map(LateShare::share);
        }
        return figures.achievedPerSecond() * DELAYED_ACKNOWLEDGEMENT_NANOS <= NANOS_PER_SECOND * atOnce
                ? Optional.of(1.0)
                : Optional.empty();
    }

    private Reason whyNoFigures() {
        return switch (result.status()) {
            case MEASURED, NOT_REACHED -> throw new IllegalStateException("a measured cell has figures");
            case FAILED -> Reason.of(Reason.Kind.FAILED, result.firstFailure());
            case UNSUPPORTED -> Reason.of(Reason.Kind.UNSUPPORTED, obstacle());
            case UNAVAILABLE -> Reason.of(Reason.Kind.UNAVAILABLE, obstacle());
            case NOT_MEASURED ->
                Reason.of(
                        Reason.Kind.NOT_MEASURED,
                        result.omission().isEmpty() ? "interrupted before it was measured" : result.omission());
        };
    }

    private String obstacle() {
        return result.cell().obstacle().map(Obstacle::reason).orElseThrow();
    }
}
