package org.ipcbench.plan.cell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.shape.Shape;

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

    /** More of them would be read by nobody. */
    private static final int MAX_REASONS = 3;

    private static final MathContext PERCENT_DIGITS = new MathContext(2);

    /** There is an obstacle. */
    public static Feasibility without(CellStatus status, String reason) {
        return new Feasibility(Optional.of(new Obstacle(status, reason)), OptionalLong.empty());
    }

    /** Asks this machine: first about the transport and the placement, last about a spin, between them about each other dimension. */
    static Feasibility here(Cell cell) {
        Optional<Obstacle> obstacle = transportsOwn(cell)
                .or(() -> Dimension.PLACEMENT.obstacle(cell))
                .or(() -> ofOthers(cell))
                .or(() -> Dimension.SPIN.obstacle(cell));
        return new Feasibility(obstacle, obstacle.isPresent() ? OptionalLong.empty() : underWay(cell));
    }

    /** The first obstacle, and what is to be said of further settings, so that nobody has to omit them one by one. */
    private static Optional<Obstacle> ofOthers(Cell cell) {
        return others(Dimension.ALL)
                .flatMap(dimension -> dimension.obstacle(cell).stream())
                .findFirst()
                .map(first -> new Obstacle(
                        first.status(),
                        Stream.concat(
                                        Stream.of(first),
                                        others(Setting.all())
                                                .flatMap(setting -> setting.obstacle(cell).stream())
                                                .filter(obstacle -> obstacle.status() == first.status()))
                                .map(Obstacle::reason)
                                .distinct()
                                .limit(MAX_REASONS)
                                .collect(Collectors.joining("; also "))));
    }

    /** Dimensions besides those that are asked before and after them. */
    private static Stream<? extends Dimension> others(List<? extends Dimension> dimensions) {
        return dimensions.stream()
                .filter(dimension -> !dimension.equals(Dimension.PLACEMENT) && !dimension.equals(Dimension.SPIN));
    }

    /**
     * If several calls may be under way, peers tell how many have been. Clients share what a user may have, so the number of messages that
     * each of several connections holds is unknown.
     */
    private static OptionalLong underWay(Cell cell) {
        int clients = cell.clients().number();
        if (cell.workload().answerBytes() > 0) {
            return cell.workload().inFlight() == 1 ? OptionalLong.of(clients) : OptionalLong.empty();
        }
        return clients == 1
                ? cell.transport().inFlight(cell.maxMessageBytes(), cell.bufferSizeBytes())
                : OptionalLong.empty();
    }

    /** What the transport lacks for the question. */
    private static Optional<Obstacle> transportsOwn(Cell cell) {
        Transport transport = cell.transport();
        Workload workload = cell.workload();
        if (transport.availability() instanceof Unavailable unavailable) {
            return Optional.of(new Obstacle(CellStatus.UNAVAILABLE, unavailable.toString()));
        }
        if (workload.reconnects() && !transport.traits().has(Trait.RECONNECTS)) {
            return Obstacle.unsupported("cannot open and close connections, as %s does".formatted(workload.label()));
        }
        if (workload.needsEveryMessage() && transport.traits().lossy()) {
            return Obstacle.unsupported(
                    workload.shape().isPresent()
                            ? "may lose messages, but calls at given rates, of different sizes, and several at once, need every one"
                            : "may lose messages, but %s%s needs every one"
                                    .formatted(workload.label(), workload.isBothWays() ? " both ways" : ""));
        }
        SizeLimit limit = transport.traits().sizeLimit();
        if (!limit.allows(cell.maxMessageBytes())) {
            String reason =
                    "carries at most %d bytes on this machine%s".formatted(limit.maximumBytes(), beyond(cell, limit));
            return Obstacle.unsupported(limit.remedy().isEmpty() ? reason : reason + "; " + limit.remedy());
        }
        return Optional.empty();
    }

    /** What is larger than the size that was asked: what a codec writes, or sizes of a mix, with their weight; empty if neither is. */
    private static String beyond(Cell cell, SizeLimit limit) {
        Optional<Shape> call = cell.workload().shape();
        return call.filter(shape -> shape.isCoded() && limit.allows(asked(shape)))
                .map(shape -> ", but %s may write %d bytes for objects of %d; use a smaller -s, or omit --codec"
                        .formatted(shape.codec(), cell.maxMessageBytes(), asked(shape)))
                .orElseGet(() -> beyond(call, limit));
    }

    private static int asked(Shape shape) {
        return Math.max(shape.requestBytes(), shape.answerBytes());
    }

    private static String beyond(Optional<Shape> call, SizeLimit limit) {
        return call.flatMap(shape -> Optional.ofNullable(shape.mix()))
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

    /**
     * Reason why a cell cannot be measured on this machine, known before anything starts.
     *
     * @param status {@link CellStatus#UNAVAILABLE} or {@link CellStatus#UNSUPPORTED}
     * @param reason what is missing or too large, and the remedy
     */
    public record Obstacle(CellStatus status, String reason) {
        static Optional<Obstacle> unsupported(String reason) {
            return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, reason));
        }
    }
}
