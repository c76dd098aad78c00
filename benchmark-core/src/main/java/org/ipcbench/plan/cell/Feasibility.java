package org.ipcbench.plan.cell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.IntSummaryStatistics;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/**
 * Whether a machine can measure a cell, found out before anything starts.
 *
 * @param obstacle why the cell cannot be measured there; empty if it can
 * @param inFlight how many messages may have been sent and not received yet; empty if only the connections know, and if nothing can be
 *     measured
 */
public record Feasibility(Optional<Obstacle> obstacle, OptionalLong inFlight) {

    /** No machine was asked. */
    public static final Feasibility UNKNOWN = new Feasibility(Optional.empty(), OptionalLong.empty());

    private static final MathContext PERCENT_DIGITS = new MathContext(2);

    /** There is an obstacle. */
    public static Feasibility without(CellStatus status, String reason) {
        return new Feasibility(Optional.of(new Obstacle(status, reason)), OptionalLong.empty());
    }

    /** Asks this machine. */
    static Feasibility here(
            Transport transport,
            Workload workload,
            int bufferSizeBytes,
            Placement placement,
            Clients clients,
            Spin spin) {
        int maxMessageBytes =
                workload.maxMessageBytes(transport.traits().sizeLimit().maximumBytes());
        Optional<Obstacle> obstacle = obstacle(transport, workload, maxMessageBytes, bufferSizeBytes, placement)
                .or(() -> obstacle(transport, workload, clients))
                .or(() -> streams(transport, workload, bufferSizeBytes, clients))
                .or(() -> workload.shape()
                        .filter(shape -> shape.inFlight() > 1)
                        .flatMap(shape -> workload.offeredPerSecond().isPresent()
                                ? overlapping(transport.traits(), spin)
                                : window(transport, shape, bufferSizeBytes, clients)))
                .or(() -> obstacle(transport, placement, clients, spin));
        if (obstacle.isPresent()) {
            return new Feasibility(obstacle, OptionalLong.empty());
        }
        return new Feasibility(
                obstacle,
                workload.answerBytes() > 0
                        ? oneOfEach(workload, clients)
                        : inFlight(transport, maxMessageBytes, bufferSizeBytes, clients));
    }

    /** If several calls may be under way, peers tell how many have been. */
    private static OptionalLong oneOfEach(Workload workload, Clients clients) {
        return workload.inFlight() == 1 ? OptionalLong.of(clients.number()) : OptionalLong.empty();
    }

    /** Whether one thread of a client can receive while another one sends, and has the time to. */
    private static boolean holdsAnyDepth(Transport transport) {
        Traits traits = transport.traits();
        return traits.has(Trait.DUPLEX) && traits.waitStrategy() == WaitStrategy.BLOCKING;
    }

    private static Optional<Obstacle> obstacle(
            Transport transport, Workload workload, int maxMessageBytes, int bufferSizeBytes, Placement placement) {
        if (transport.availability() instanceof Unavailable unavailable) {
            return Optional.of(new Obstacle(CellStatus.UNAVAILABLE, unavailable.toString()));
        }
        if (workload.reconnects() && !transport.traits().has(Trait.RECONNECTS)) {
            return unsupported("cannot open and close connections, as %s does".formatted(workload.label()));
        }
        SizeLimit limit = transport.traits().sizeLimit();
        if (workload.needsEveryMessage() && transport.traits().lossy()) {
            return unsupported(
                    workload.shape().isPresent()
                            ? "may lose messages, but calls at given rates, of different sizes, and several at once, need every one"
                            : "may lose messages, but %s%s needs every one"
                                    .formatted(workload.label(), workload.isBothWays() ? " both ways" : ""));
        }
        if (!limit.allows(maxMessageBytes)) {
            String reason = "carries at most %d bytes on this machine%s"
                    .formatted(limit.maximumBytes(), beyond(workload, limit));
            return unsupported(limit.remedy().isEmpty() ? reason : reason + "; " + limit.remedy());
        }
        if (!placement.obstacle().isEmpty()) {
            return unsupported(placement.obstacle());
        }
        if (spinsOnOneCpu(transport, workload, placement)) {
            return unsupported(
                    transport.traits().waitStrategy() == WaitStrategy.SPINNING
                            ? "both peers spin, but share one CPU; use --placement split-cpu on two CPUs or more"
                            : "the sender spins until a message is due, but both peers share one CPU; use --pacing sleep");
        }
        if (bufferSizeBytes != Cell.DEFAULT_BUFFER
                && transport.traits().buffer().isEmpty()) {
            return unsupported("has no configurable buffer; omit --buffer");
        }
        return Optional.empty();
    }

    /** The sizes of a mix that exceed the limit, with their weight; empty if there is no mix. */
    private static String beyond(Workload workload, SizeLimit limit) {
        return workload.shape()
                .flatMap(shape -> Optional.ofNullable(shape.mix()))
                .filter(mix -> !limit.allows(mix.largestBytes()))
                .map(mix -> {
                    int[] sizes = mix.sequence();
                    IntSummaryStatistics larger = IntStream.of(sizes)
                            .filter(bytes -> !limit.allows(bytes))
                            .summaryStatistics();
                    return ", but %s of the requests of %s have %s bytes"
                            .formatted(
                                    share((double) larger.getCount() / sizes.length),
                                    mix.label(),
                                    larger.getMin() == larger.getMax()
                                            ? Integer.toString(larger.getMin())
                                            : larger.getMin() + " to " + larger.getMax());
                })
                .orElse("");
    }

    /** In per cent with two digits, and without an exponent. */
    private static String share(double share) {
        return new BigDecimal(100 * share).round(PERCENT_DIGITS).toPlainString() + " %";
    }

    /** Whether a peer would keep the only CPU busy that the other one needs. */
    static boolean spinsOnOneCpu(Transport transport, Workload workload, Placement placement) {
        Traits traits = transport.traits();
        boolean spins =
                traits.waitStrategy() == WaitStrategy.SPINNING || (workload.senderSpins() && !traits.inProcess());
        return spins && placement.leavesOneCpu(Runtime.getRuntime().availableProcessors());
    }

    /** Clients share what a user may have, so the number of messages that each of several connections holds is unknown. */
    private static OptionalLong inFlight(
            Transport transport, int maxMessageBytes, int bufferSizeBytes, Clients clients) {
        return clients.number() == 1 ? transport.inFlight(maxMessageBytes, bufferSizeBytes) : OptionalLong.empty();
    }

    private static Optional<Obstacle> obstacle(Transport transport, Workload workload, Clients clients) {
        Traits traits = transport.traits();
        if (clients.number() > 1 && !traits.has(Trait.MANY_CLIENTS)) {
            return unsupported("serves one client only; omit --clients");
        }
        String lack = lack(traits, clients.serving());
        if (!lack.isEmpty()) {
            return unsupported("%s; omit --server-model %s"
                    .formatted(lack, clients.serving().label()));
        }
        boolean mixed = workload.shape().filter(shape -> shape.mix() != null).isPresent();
        if (clients.serving().isMultiplexed() && mixed) {
            return unsupported(
                    "one thread that serves several clients waits for messages of one size; use one size, or %s"
                            .formatted(
                                    clients.serving() == Serving.QUEUE
                                            ? "omit --clients"
                                            : "omit --server-model selector"));
        }
        if (clients.number() > 1
                && workload.shape()
                        .filter(shape -> shape.mix() instanceof SizeMix.Trace)
                        .isPresent()) {
            return unsupported("a trace is replayed by one client; omit --clients");
        }
        if (clients.serving() == Serving.VIRTUAL
                && workload.shape().filter(shape -> shape.work().isBusy()).isPresent()) {
            return unsupported("work is proven by the CPU time of a thread, which virtual threads do not have; use"
                    + " --work sleep:TIME, or omit --server-model virtual");
        }
        return clients.serving().isMultiplexed() && workload.reconnects()
                ? unsupported(
                        "one thread serves permanent connections, but %s opens and closes them; omit --server-model %s"
                                .formatted(workload.label(), clients.serving().label()))
                : Optional.empty();
    }

    /**
     * Why several requests cannot be under way. Both sides would wait forever if the requests filled their direction while the answers
     * fill the other: the client only receives after it has sent, and the server only after it has answered. The server has one more
     * request in hand, but a direction may hold one message less while its reader looks at the one before. A client whose connection may
     * not hold them has a second thread that receives, if the transport allows it.
     */
    private static Optional<Obstacle> window(Transport transport, Shape shape, int bufferSizeBytes, Clients clients) {
        Optional<Obstacle> oneAtATime = oneAtATime(transport.traits());
        if (oneAtATime.isPresent() || holdsAnyDepth(transport)) {
            return oneAtATime;
        }
        int largestBytes = shape.largestBytes();
        long room = transport.room(largestBytes, bufferSizeBytes, clients.number());
        long most = mostInFlight(room, clients);
        if (shape.inFlight() <= most) {
            return Optional.empty();
        }
        return unsupported(
                "certainly holds %d message%s of %d bytes in each direction: with %d requests under way, both sides could wait for each other forever; %s"
                        .formatted(
                                room,
                                room == 1 ? "" : "s",
                                largestBytes,
                                shape.inFlight(),
                                most > 1 ? "use --in-flight %d or less".formatted(most) : "omit --in-flight"));
    }

    private static Optional<Obstacle> oneAtATime(Traits traits) {
        if (traits.has(Trait.REQUESTS)) {
            return unsupported("a round trip is one call, which is answered before the next one; omit --in-flight");
        }
        return traits.inProcess()
                ? unsupported("one thread takes both sides in turns; omit --in-flight")
                : Optional.empty();
    }

    /**
     * Why calls cannot be under way while others become due. One thread of the client sends and another one receives, so full
     * directions stop neither side. Both may have one CPU, of which a receiver that spins would leave the sender nothing.
     */
    private static Optional<Obstacle> overlapping(Traits traits, Spin spin) {
        return oneAtATime(traits).or(() -> {
            if (traits.waitStrategy() == WaitStrategy.SPINNING) {
                return unsupported("spins for an answer on the CPU that the next call needs; omit --in-flight");
            }
            if (spin.isAsked()) {
                return unsupported(
                        "a spin for an answer keeps the CPU that the next call needs; omit --spin or --in-flight");
            }
            return traits.has(Trait.DUPLEX)
                    ? Optional.empty()
                    : unsupported("cannot send in one thread and receive in another one; omit --in-flight");
        });
    }

    private static long mostInFlight(long room, Clients clients) {
        return clients.serving() == Serving.QUEUE ? room : 2 * room - 1;
    }

    /**
     * Returns a stream both ways with as many messages under way as the transport certainly holds; others as they are, and those whose
     * clients ask their connections.
     */
    static Workload fitted(Transport transport, Workload workload, int bufferSizeBytes, Clients clients) {
        if (!workload.isBothWays() || holdsAnyDepth(transport) || transport.availability() instanceof Unavailable) {
            return workload;
        }
        if (transport.traits().inProcess()) {
            return workload.bare();
        }
        long room = transport.room(workload.requestBytes(), bufferSizeBytes, clients.number());
        return workload.underWay((int) Math.max(1, Math.min(workload.inFlight(), mostInFlight(room, clients))));
    }

    /** Why streams cannot flow both ways at once. */
    private static Optional<Obstacle> streams(
            Transport transport, Workload workload, int bufferSizeBytes, Clients clients) {
        if (!workload.isBothWays() || transport.traits().inProcess()) {
            return Optional.empty();
        }
        if (transport.traits().has(Trait.REQUESTS)) {
            return unsupported("a round trip is one call, so that only one side sends at a time; omit --both-ways");
        }
        if (workload.inFlight() > 1) {
            return Optional.empty();
        }
        long room = transport.room(workload.requestBytes(), bufferSizeBytes, clients.number());
        return unsupported(
                "certainly holds %d message%s of %d bytes in each direction: if both sides sent more, they could wait for each"
                                .formatted(room, room == 1 ? "" : "s", workload.requestBytes())
                        + " other forever; use smaller --sizes%s, or omit --both-ways"
                                .formatted(transport.traits().buffer().isEmpty() ? "" : " or a larger --buffer"));
    }

    private static Optional<Obstacle> obstacle(Transport transport, Placement placement, Clients clients, Spin spin) {
        if (!spin.isAsked()) {
            return Optional.empty();
        }
        Traits traits = transport.traits();
        if (!traits.has(Trait.BOUNDED_SPIN)) {
            return unsupported(
                    switch (traits.waitStrategy()) {
                        case BLOCKING -> "cannot spin before it sleeps; omit --spin";
                        case SPINNING -> "never sleeps, so it has no spin before that; omit --spin";
                        case NONE -> "never waits; omit --spin";
                    });
        }
        if (clients.serving() != Serving.THREADS) {
            return unsupported("spins only if each connection has a thread; omit --server-model %s"
                    .formatted(clients.serving().label()));
        }
        return placement.leavesOneCpu(Runtime.getRuntime().availableProcessors())
                ? unsupported("a receiver spins on the one CPU that the sender needs; omit --spin, or use --placement"
                        + " split-cpu on two CPUs or more")
                : Optional.empty();
    }

    /** What the transport lacks for this way of serving; empty if it lacks nothing. */
    private static String lack(Traits traits, Serving serving) {
        return switch (serving) {
            case THREADS -> "";
            case VIRTUAL ->
                traits.has(Trait.YIELDS_CARRIER)
                        ? ""
                        : "waits outside the JDK, where a virtual thread keeps its carrier";
            case SELECTOR ->
                traits.has(Trait.SELECTABLE) ? "" : "has no channels for which one thread can wait together";
            case QUEUE -> traits.has(Trait.SHARED_QUEUE) ? "" : "has no queue that all clients share";
        };
    }

    private static Optional<Obstacle> unsupported(String reason) {
        return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, reason));
    }
}
