package org.ipcbench.plan.cell;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.NearestName;
import org.ipcbench.text.Quantity;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.codec.Document;
import org.ipcbench.workload.fail.Death;
import org.ipcbench.workload.fail.Fail;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;

/** The dimensions of calls, loads, and streams both ways. */
final class CallDimensions {
    private static final double NANOS_PER_MICRO = 1e3;

    private CallDimensions() {}

    /** The value as a whole number if it has no fraction. */
    private static Number whole(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    /** The load that is offered; empty for other questions. */
    static Optional<Load> load(Cell cell) {
        return cell.workload() instanceof Load load ? Optional.of(load) : Optional.empty();
    }

    /** The death of a peer that is asked; empty for other questions. */
    static Optional<Fail> fail(Cell cell) {
        return cell.workload() instanceof Fail fail ? Optional.of(fail) : Optional.empty();
    }

    /** The memory that both peers touch for each call, in bytes; empty if they touch none but messages. */
    static Optional<Integer> touched(Cell cell) {
        return work(cell).map(Work::touchedBytes).filter(bytes -> bytes > 0);
    }

    /** The server's work for each request; empty if it does none. */
    static Optional<Work> work(Cell cell) {
        return cell.workload().shape().map(Shape::work).filter(Work::isAsked);
    }

    /** The offered rate of a load. */
    static final class Rate extends TypedDimension<Long> {
        private static final Quantity RATE = rate("");

        /** In place of a list of rates. */
        private static final Quantity RATE_OR_SEARCH = rate(", or auto");

        Rate() {
            super("offeredPerSecond", "OfferedMessagesPerSecond", "offered/s", "rate", "messages/s", Optional.empty());
        }

        private static Quantity rate(String alternative) {
            return new Quantity(
                    "a rate from %d to %d messages a second, such as 10K or 1M%s"
                            .formatted(Load.MIN_RATE, Load.MAX_RATE, alternative),
                    Quantity.COUNT_UNITS,
                    Load.MIN_RATE,
                    Load.MAX_RATE,
                    "%d and %d messages a second".formatted(Load.MIN_RATE, Load.MAX_RATE));
        }

        @Override
        public Long one(String text) {
            return RATE.read(text);
        }

        @Override
        List<Long> several(String text) {
            return List.of(RATE_OR_SEARCH.read(text));
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return load(cell)
                    .map(Load::ratePerSecond)
                    .or(() -> fail(cell).map(Fail::ratePerSecond))
                    .or(() -> PublishDimensions.publish(cell).map(Publish::ratePerSecond))
                    .map(CallDimensions::whole);
        }

        @Override
        public String unit(Cell cell) {
            return cell.workload().shape().isPresent() ? "calls/s" : unit();
        }
    }

    /** The time of the server's work for each request. */
    static final class WorkTime extends TypedDimension<Work> {
        private static final String SLEEP = "sleep:";
        private static final String TOUCH = "touch:";

        private static final Quantity TIME = new Quantity(
                "0 or a time with its unit, such as 50us, a sleep, such as sleep:1ms, or memory, such as touch:256K",
                Quantity.TIME_UNITS,
                Work.MIN_NANOS,
                Work.MAX_NANOS,
                "1us and 100ms");

        private static final Quantity MEMORY = new Quantity(
                "an amount of memory, such as touch:256K",
                Quantity.BYTE_UNITS,
                Work.MIN_TOUCHED_BYTES,
                Work.MAX_TOUCHED_BYTES,
                "64 bytes and 32M");

        WorkTime() {
            super("workMicros", "WorkMicros", "work us", "work", MICROS, Optional.of(0));
        }

        /** A server's work such as {@code 0}, {@code 50us} or {@code sleep:1ms}. */
        @Override
        public Work one(String text) {
            if (text.equals("0")) {
                return Work.NONE;
            }
            if (text.regionMatches(true, 0, TOUCH, 0, TOUCH.length())) {
                return Work.touching((int) MEMORY.read(text.substring(TOUCH.length())));
            }
            boolean sleeps = text.regionMatches(true, 0, SLEEP, 0, SLEEP.length());
            return new Work(
                    sleeps ? Work.Kind.SLEEP : Work.Kind.BUSY,
                    TIME.read(sleeps ? text.substring(SLEEP.length()) : text));
        }

        @Override
        Object shown(Work work) {
            return work.text();
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return work(cell).filter(work -> work.nanos() > 0).map(work -> whole(work.nanos() / NANOS_PER_MICRO));
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            boolean touches = touched(cell).isPresent();
            List<String> several = Stream.of(
                            cell.workload().inFlight() > 1 ? "--in-flight" : "",
                            cell.clients().number() > 1 ? "--clients" : "")
                    .filter(option -> !option.isEmpty())
                    .toList();
            if (touches && !several.isEmpty()) {
                return Obstacle.unsupported(
                        "memory is touched between the calls of one client, one after the other; omit "
                                + String.join(" and ", several));
            }
            return cell.clients().serving() == Serving.VIRTUAL
                            && (touches || work(cell).filter(Work::isBusy).isPresent())
                    ? Obstacle.unsupported(
                            "work is proven by the CPU time of a thread, which virtual threads do not have; use"
                                    + " --work sleep:TIME, or omit --server-model virtual")
                    : Optional.empty();
        }
    }

    /** The number of requests under way on a connection. */
    static final class Depth extends TypedDimension<Integer> {
        Depth() {
            super("depth", "Depth", "depth", "depth", "requests", Optional.of(1));
        }

        @Override
        public Integer one(String text) {
            return (int) Quantity.count(text, Shape.MAX_IN_FLIGHT);
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return cell.workload().shape().map(Shape::inFlight).filter(number -> number > 1);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return cell.workload()
                    .shape()
                    .filter(shape -> shape.inFlight() > 1)
                    .flatMap(shape -> cell.workload().offeredPerSecond().isPresent()
                            ? overlapping(cell.transport().traits(), cell.spin())
                            : window(shape, cell));
        }

        /**
         * Why several requests cannot be under way. Both sides would wait forever if the requests filled their direction while the answers
         * fill the other: the client only receives after it has sent, and the server only after it has answered. The server has one more
         * request in hand, but a direction may hold one message less while its reader looks at the one before. A client whose connection may
         * not hold them has a second thread that receives, if the transport allows it.
         */
        private static Optional<Obstacle> window(Shape shape, Cell cell) {
            Transport transport = cell.transport();
            Optional<Obstacle> oneAtATime = oneAtATime(transport.traits());
            if (oneAtATime.isPresent() || holdsAnyDepth(transport)) {
                return oneAtATime;
            }
            int largestBytes = shape.largestBytes();
            long room = transport.room(
                    largestBytes, cell.bufferSizeBytes(), cell.clients().number());
            long most = mostInFlight(room, cell);
            if (shape.inFlight() <= most) {
                return Optional.empty();
            }
            return Obstacle.unsupported(
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
                return Obstacle.unsupported(
                        "a round trip is one call, which is answered before the next one; omit --in-flight");
            }
            return traits.inProcess()
                    ? Obstacle.unsupported("one thread takes both sides in turns; omit --in-flight")
                    : Optional.empty();
        }

        /**
         * Why calls cannot be under way while others become due. One thread of the client sends and another one receives, so full
         * directions stop neither side. Both may have one CPU, of which a receiver that spins would leave the sender nothing.
         */
        private static Optional<Obstacle> overlapping(Traits traits, Spin spin) {
            return oneAtATime(traits).or(() -> {
                if (traits.waitStrategy() == WaitStrategy.SPINNING) {
                    return Obstacle.unsupported(
                            "spins for an answer on the CPU that the next call needs; omit --in-flight");
                }
                if (spin.isAsked()) {
                    return Obstacle.unsupported(
                            "a spin for an answer keeps the CPU that the next call needs; omit --spin or --in-flight");
                }
                return traits.has(Trait.DUPLEX)
                        ? Optional.empty()
                        : Obstacle.unsupported(
                                "cannot send in one thread and receive in another one; omit --in-flight");
            });
        }
    }

    /** The codec that writes and reads requests and answers. */
    static final class Coding extends TypedDimension<String> {
        Coding() {
            super("codec", "Codec", "codec", "codec", "", Optional.empty());
        }

        @Override
        public String one(String text) {
            String name = text.strip().toLowerCase(Locale.ROOT);
            if (!Codecs.names().contains(name)) {
                throw new IllegalArgumentException(new NearestName(Codecs.names())
                        .refusal(name, " is not the name of a codec.", String.join(", ", Codecs.names())));
            }
            return name;
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return cell.workload().shape().filter(Shape::isCoded).map(Shape::codec);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return cell.workload().shape().filter(Shape::isCoded).flatMap(shape -> obstacle(shape, cell));
        }

        private static Optional<Obstacle> obstacle(Shape shape, Cell cell) {
            if (shape.mix() != null) {
                return Obstacle.unsupported("objects of a codec have one size; use one size, or omit --codec");
            }
            if (shape.inFlight() > 1) {
                return Obstacle.unsupported(
                        "a call with a codec is split into its parts, one call after the other; omit"
                                + " --in-flight or --codec");
            }
            if (cell.clients().serving().isMultiplexed()) {
                return Obstacle.unsupported(
                        "one thread that serves several clients waits for messages of one size, which a"
                                + " codec's have not; omit --codec, or --clients and --server-model");
            }
            if (cell.workload().payload() == Payload.HEADER) {
                return Obstacle.unsupported("every field of an object is read; omit --payload header or --codec");
            }
            return size("-s", shape.requestBytes()).or(() -> size("--answer", shape.answerBytes()));
        }

        private static Optional<Obstacle> size(String option, int bytes) {
            return Document.isSize(bytes)
                    ? Optional.empty()
                    : Obstacle.unsupported(
                            "objects have %d bytes to %d before a codec writes them, not %d; use %s %d, or omit --codec"
                                    .formatted(
                                            Document.MIN_BYTES,
                                            Document.MAX_BYTES,
                                            bytes,
                                            option,
                                            Math.min(Math.max(bytes, Document.MIN_BYTES), Document.MAX_BYTES)));
        }
    }

    /** How a peer ends. */
    static final class Event extends TypedDimension<Death> {
        Event() {
            super("event", "Event", "event", "event", "", Optional.empty());
        }

        @Override
        public Death one(String text) {
            List<String> labels = Stream.of(Death.values()).map(Death::label).toList();
            return Death.labelled(text.strip())
                    .orElseThrow(() -> new IllegalArgumentException(new NearestName(labels)
                            .refusal(text.strip(), " is not an event.", String.join(", ", labels))));
        }

        @Override
        Object shown(Death death) {
            return death.label();
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return fail(cell).map(Fail::death).map(Death::label);
        }

        /** One of two processes has to end, which the launcher has started itself. */
        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Traits traits = cell.transport().traits();
            if (fail(cell).isEmpty()) {
                return Optional.empty();
            }
            return !traits.hasServerPeer() || traits.has(Trait.BETWEEN_THREADS)
                    ? Obstacle.unsupported("has no second process that could end")
                    : cell.settings().get(Dimension.SIDES) == Sides.THREADS
                            ? Obstacle.unsupported("both peers would end with their one process; omit --sides")
                            : Dimension.RELAY.of(cell).isPresent()
                                    ? Obstacle.unsupported("a relay would hide the end of a peer; omit --relay")
                                    : Optional.empty();
        }
    }

    /** Which peer ends. */
    static final class Dies extends TypedDimension<Role> {
        private static final List<Role> ROLES = List.of(Role.SERVER, Role.CLIENT);

        Dies() {
            super("dies", "Dies", "dies", "dies", "", Optional.empty());
        }

        @Override
        public Role one(String text) {
            return ROLES.stream()
                    .filter(role -> role.label().equalsIgnoreCase(text.strip()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'%s' must be server or client".formatted(text)));
        }

        @Override
        Object shown(Role role) {
            return role.label();
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return fail(cell).map(Fail::dies).map(Role::label);
        }
    }

    /** Time from one sign of life to the next. */
    static final class Heartbeat extends TypedDimension<Long> {
        private static final double NANOS_PER_MILLI = 1e6;

        private static final Quantity TIME = new Quantity(
                "0 or a time with its unit, such as 100ms",
                Quantity.TIME_UNITS,
                Fail.MIN_HEARTBEAT.toNanos(),
                Fail.MAX_DEADLINE.toNanos(),
                "10ms and 20s");

        Heartbeat() {
            super("heartbeatMillis", "HeartbeatMillis", "heartbeat ms", "heartbeat", "ms", Optional.of(0));
        }

        @Override
        public Long one(String text) {
            return text.strip().equals("0") ? 0L : TIME.read(text);
        }

        @Override
        Object shown(Long nanos) {
            return nanos;
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return fail(cell)
                    .map(Fail::heartbeatNanos)
                    .filter(nanos -> nanos > 0)
                    .map(nanos -> whole(nanos / NANOS_PER_MILLI));
        }
    }

    /** Whether one thread of a client can receive while another one sends, and has the time to. */
    private static boolean holdsAnyDepth(Transport transport) {
        Traits traits = transport.traits();
        return traits.has(Trait.DUPLEX) && traits.waitStrategy() == WaitStrategy.BLOCKING;
    }

    private static long mostInFlight(long room, Cell cell) {
        return cell.clients().serving() == Serving.QUEUE ? room : 2 * room - 1;
    }

    /** Whether both peers of a stream send. */
    static final class Direction extends Dimension {
        Direction() {
            super("direction", "Direction", "direction", "direction", "", Optional.empty());
        }

        /**
         * Returns a stream both ways with as many messages under way as the transport certainly holds; others as they are, and those
         * whose clients ask their connections.
         */
        @Override
        Cell fitted(Cell asked) {
            Workload workload = asked.workload();
            Transport transport = asked.transport();
            if (!workload.isBothWays() || holdsAnyDepth(transport) || transport.availability() instanceof Unavailable) {
                return asked;
            }
            return asked.asking(
                    transport.traits().inProcess()
                            ? workload.bare()
                            : workload.underWay((int)
                                    Math.max(1, Math.min(workload.inFlight(), mostInFlight(room(asked), asked)))));
        }

        private static long room(Cell cell) {
            return cell.transport()
                    .room(
                            cell.requestBytes(),
                            cell.bufferSizeBytes(),
                            cell.clients().number());
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return cell.workload().isBothWays() ? Optional.of("both ways") : Optional.empty();
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Traits traits = cell.transport().traits();
            if (!cell.workload().isBothWays() || traits.inProcess()) {
                return Optional.empty();
            }
            if (traits.has(Trait.REQUESTS)) {
                return Obstacle.unsupported(
                        "a round trip is one call, so that only one side sends at a time; omit --both-ways");
            }
            if (cell.workload().inFlight() > 1) {
                return Optional.empty();
            }
            long room = room(cell);
            return Obstacle.unsupported(
                    "certainly holds %d message%s of %d bytes in each direction: if both sides sent more, they could wait for each"
                                    .formatted(room, room == 1 ? "" : "s", cell.requestBytes())
                            + " other forever; use smaller --sizes%s, or omit --both-ways"
                                    .formatted(traits.buffer().isEmpty() ? "" : " or a larger --buffer"));
        }
    }
}
