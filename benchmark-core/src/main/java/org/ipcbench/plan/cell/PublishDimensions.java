package org.ipcbench.plan.cell;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.NearestName;
import org.ipcbench.text.Quantity;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.publish.Publish.Slow;

/** The dimensions of a publisher and its subscribers. */
final class PublishDimensions {
    private PublishDimensions() {}

    /** What is published; empty for other questions. */
    private static Optional<Publish> publish(Cell cell) {
        return cell.workload() instanceof Publish publish ? Optional.of(publish) : Optional.empty();
    }

    /** Number of subscribers. */
    static final class Subscribers extends TypedDimension<Integer> {
        Subscribers() {
            super("subscribers", "Subscribers", "subscribers", "subscribers", "subscribers", Optional.empty());
        }

        @Override
        public Integer one(String text) {
            return (int) Quantity.count(text, Publish.MAX_SUBSCRIBERS);
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return publish(cell).map(Publish::subscribers);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return publish(cell).isEmpty() ? Optional.empty() : obstacle(cell, cell.transport());
        }

        /** A publisher that is the server sends without being asked, to processes that it has not started. */
        private static Optional<Obstacle> obstacle(Cell cell, Transport transport) {
            Traits traits = transport.traits();
            if (!traits.hasServerPeer() || traits.has(Trait.BETWEEN_THREADS)) {
                return Obstacle.unsupported("has no second process that could subscribe");
            }
            if (cell.settings().get(Dimension.SIDES) == Sides.THREADS) {
                return Obstacle.unsupported("a publisher and its subscribers are processes; omit --sides");
            }
            if (Dimension.RELAY.of(cell).isPresent()) {
                return Obstacle.unsupported("a relay stands between two ends, and not between several; omit --relay");
            }
            if (transport.fanOut().isPresent()) {
                return Optional.empty();
            }
            if (traits.has(Trait.REQUESTS)) {
                return Obstacle.unsupported("its server only answers, and cannot publish");
            }
            return traits.has(Trait.MANY_CLIENTS)
                    ? Optional.empty()
                    : Obstacle.unsupported("serves one client only, and has no fan-out of its own");
        }
    }

    /** Number of slow subscribers, and the time that each takes for a message. */
    static final class SlowSubscribers extends TypedDimension<Slow> {
        private static final String TIMES = "x";
        private static final long NANOS_PER_MILLI = 1_000_000;
        private static final int MICRO_DIGITS = 3;

        private static final Quantity TIME = new Quantity(
                "a number of subscribers and their time for a message, such as 1x1ms",
                Quantity.TIME_UNITS,
                1_000,
                Slow.MAX.toNanos(),
                "1us and 1s");

        SlowSubscribers() {
            super("slow", "SlowSubscribers", "slow", "slow", "", Optional.of(0));
        }

        /** Such as {@code 0}, {@code 1} or {@code 2x500us}. */
        @Override
        public Slow one(String text) {
            String[] parts = text.strip().toLowerCase(Locale.ROOT).split(TIMES, 2);
            if (parts[0].equals("0") && parts.length == 1) {
                return Slow.NONE;
            }
            int number = (int) Quantity.count(parts[0], Publish.MAX_SUBSCRIBERS);
            return new Slow(number, parts.length == 1 ? Slow.USUAL.toNanos() : TIME.read(parts[1]));
        }

        @Override
        Object shown(Slow slow) {
            return slow.number() == 0
                    ? "0"
                    : slow.number()
                            + TIMES
                            + (slow.nanos() % NANOS_PER_MILLI == 0
                                    ? slow.nanos() / NANOS_PER_MILLI + "ms"
                                    : BigDecimal.valueOf(slow.nanos(), MICRO_DIGITS)
                                                    .stripTrailingZeros()
                                                    .toPlainString()
                                            + "us");
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return publish(cell)
                    .map(Publish::slow)
                    .filter(slow -> slow.number() > 0)
                    .map(this::shown);
        }
    }

    /** What becomes of a message for a subscriber whose room is full. */
    static final class Full extends TypedDimension<WhenFull> {
        private static final String DEPTH = ":";

        Full() {
            super("whenFull", "WhenFull", "when full", "when full", "", Optional.empty());
        }

        /** Such as {@code block}, {@code drop-oldest} or {@code drop-oldest:1}. */
        @Override
        public WhenFull one(String text) {
            String[] parts = text.strip().split(DEPTH, 2);
            List<String> labels = Stream.of(Policy.values()).map(Policy::label).toList();
            Policy policy = Policy.labelled(parts[0])
                    .orElseThrow(() -> new IllegalArgumentException(
                            new NearestName(labels).refusal(parts[0], " is not a policy.", String.join(", ", labels))));
            if (parts.length == 1) {
                return WhenFull.of(policy);
            }
            if (policy == Policy.BLOCK) {
                throw new IllegalArgumentException(
                        "a publisher that waits has no queue; give %s without a number".formatted(policy.label()));
            }
            return new WhenFull(policy, (int) Quantity.count(parts[1], WhenFull.MAX_DEPTH));
        }

        @Override
        Object shown(WhenFull whenFull) {
            return whenFull.label();
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return publish(cell).map(Publish::whenFull).map(WhenFull::label);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return publish(cell).flatMap(publish -> refusal(publish, cell)).flatMap(Obstacle::unsupported);
        }

        private static Optional<String> refusal(Publish publish, Cell cell) {
            Transport transport = cell.transport();
            if (transport.fanOut().isPresent()) {
                return transport.fanOut().get().refusal(publish.whenFull(), publish.requestBytes(), publish.channels());
            }
            return publish.tooMuchQueued();
        }
    }
}
