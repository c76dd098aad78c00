package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.LossyMemoryChannel;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Room;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.transfer.Transfer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every value of a question reaches both halves, over channels of each kind: a half that is made with another value does something
 * else. A new component that a half does not know of would otherwise be measured under a title that is not true.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HonouredComponentTest {
    /**
     * What halves have nothing to do with, and the test that proves it: the loop around them (ExtentTest), the times of a schedule
     * (ScheduleTest, LoadTest), the files of a transfer (TransferTest), the work of the server (PingPongTest), the codec, which core
     * has none of (CodecContractTest, CodecJobIT), and the number of requests or of messages both ways in flight, which concerns
     * the client's half alone (WindowTest).
     */
    private static final Set<String> NOT_OF_MESSAGES = Set.of(
            "extent",
            "ratePerSecond",
            "arrivals",
            "pacing",
            "sender",
            "file",
            "target",
            "work",
            "codec",
            "inFlight",
            "bothWays");

    private static final String FAILED = "failed: ";
    private static final int CAPACITY_BYTES = 256;
    private static final long MESSAGES = 3;

    /** As in every run, a batch of a single message. */
    private static final long END_OF_WARM_UP = 1;

    @TempDir
    private Path directory;

    /** The kinds of channels by which workloads choose their halves. */
    private enum Kind {
        MESSAGES,
        REQUESTS,
        IN_PROCESS,
        LOSSY;

        boolean carries(Workload workload) {
            return switch (this) {
                case MESSAGES, REQUESTS, IN_PROCESS -> true;
                case LOSSY -> !workload.needsEveryMessage();
            };
        }
    }

    /** A question whose component has another value. */
    private record Other(Workload usual, String component, Kind kind) {
        @Override
        public String toString() {
            return "%s of %s, %s".formatted(component, usual.label(), kind);
        }
    }

    static Stream<Other> components() {
        return Stream.concat(
                        SampleWorkloads.survived(),
                        Stream.of(SampleWorkloads.inFlight(), SampleWorkloads.mixed(), SampleWorkloads.bothWays()))
                .flatMap(workload -> names(workload)
                        .filter(name -> !NOT_OF_MESSAGES.contains(name))
                        .flatMap(name -> Stream.of(Kind.values())
                                .filter(kind -> kind.carries(workload))
                                .map(kind -> new Other(workload, name, kind))));
    }

    @ParameterizedTest
    @MethodSource("components")
    void anotherValueIsAnotherExchange(Other other) throws Exception {
        Workload usual = here(other.usual());
        Workload changed = changed(usual, other.component());

        List<String> both = exchange(usual, usual, other.kind());
        List<String> bothChanged = exchange(changed, changed, other.kind());

        assertThat(both).isNotEmpty().noneMatch(line -> line.startsWith(FAILED));
        assertThat(exchange(changed, usual, other.kind()).equals(both)
                        && exchange(usual, changed, other.kind()).equals(bothChanged))
                .as("the client's half does the same")
                .isFalse();
        assertThat(exchange(usual, changed, other.kind()).equals(both)
                        && exchange(changed, usual, other.kind()).equals(bothChanged))
                .as("the server's half does the same")
                .isFalse();
    }

    static Stream<Workload> inWholeMessages() {
        return SampleWorkloads.survived().filter(workload -> !workload.needsEveryMessage());
    }

    /** A server of many clients waits for messages of the size that the question names. */
    @ParameterizedTest
    @MethodSource("inWholeMessages")
    void messagesHaveTheSizesThatTheQuestionNames(Workload workload) throws IOException {
        List<String> messages = exchange(workload, workload, Kind.MESSAGES);

        assertThat(messages)
                .filteredOn(message -> message.startsWith("client"))
                .hasSize((int) (END_OF_WARM_UP + messages(workload)))
                .allMatch(message -> message.startsWith("client %d ".formatted(workload.requestBytes())));
        if (workload.answerBytes() > 0) {
            assertThat(messages)
                    .filteredOn(message -> message.startsWith("server"))
                    .hasSize((int) (END_OF_WARM_UP + messages(workload)))
                    .allMatch(message -> message.startsWith("server %d ".formatted(workload.answerBytes())));
        }
    }

    /** The same workload with a file that is there. */
    private Workload here(Workload workload) throws IOException {
        Path file = directory.resolve("file");
        if (workload instanceof Transfer transfer) {
            Files.write(file, new byte[(int) transfer.fileBytes()]);
        }
        return workload.withFiles(file, null);
    }

    /** The components of a workload, with those of its shape instead of the shape. */
    private static Stream<String> names(Object record) {
        return Stream.of(record.getClass().getRecordComponents())
                .flatMap(component -> component.getType() == Shape.class
                        ? Stream.ofNullable(value(component, record)).flatMap(HonouredComponentTest::names)
                        : value(component, record) == null ? Stream.empty() : Stream.of(component.getName()))
                .distinct();
    }

    private static @Nullable Object value(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot read " + component, e);
        }
    }

    private static Workload changed(Workload usual, String changed) throws ReflectiveOperationException {
        return (Workload) changedRecord(usual, changed);
    }

    private static Object changedRecord(Object usual, String changed) throws ReflectiveOperationException {
        RecordComponent[] components = usual.getClass().getRecordComponents();
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : components) {
            Object value = value(component, usual);
            if (value instanceof Shape shape) {
                values.add(changedRecord(shape, changed));
            } else {
                values.add(component.getName().equals(changed) ? other(Objects.requireNonNull(value)) : value);
            }
        }
        return usual.getClass()
                .getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new))
                .newInstance(values.toArray());
    }

    /** A new type of components needs a line here. */
    private static Object other(Object value) {
        if (value instanceof Integer number) {
            return number + Long.BYTES;
        }
        if (value instanceof Long number) {
            return number + 100;
        }
        if (value instanceof Boolean truth) {
            return !truth;
        }
        if (value instanceof Payload payload) {
            return payload == Payload.FULL ? Payload.TOUCHED : Payload.FULL;
        }
        if (value instanceof SizeMix.Weighted mix) {
            List<SizeMix.Weighted.Part> others = new ArrayList<>(mix.parts());
            others.add(new SizeMix.Weighted.Part(Long.BYTES, 1)); // with another mean, which the halves refuse
            return new SizeMix.Weighted(mix.label(), others);
        }
        throw new AssertionError("no other value of " + value);
    }

    /** What two batches look like from outside, or why there is none. */
    private static List<String> exchange(Workload ofClient, Workload ofServer, Kind kind) {
        List<String> seen = new ArrayList<>();
        FakeClock clock = new FakeClock(500); // or a sleep would not end
        Recorder sent = new Recorder();
        Recorder received = new Recorder();
        try {
            if (kind == Kind.LOSSY) {
                LossyMemoryChannel.Ends ends = LossyMemoryChannel.connect(CAPACITY_BYTES, clock);
                ClientHalf client =
                        ofClient.client(new NotedLossy("client", ends.client(), seen), CAPACITY_BYTES, sent, clock);
                ServerHalf server =
                        ofServer.server(new NotedLossy("server", ends.server(), seen), CAPACITY_BYTES, received, clock);
                ends.client().whenStarved(() -> serve(server, ends.client().underway()));
                run(client, server, messages(ofClient));
            } else {
                MemoryChannel.Ends ends = MemoryChannel.connect(CAPACITY_BYTES);
                Deque<byte[]> underway = ends.client().underway();
                ServerHalf server =
                        ofServer.server(new Noted("server", ends.server(), seen), CAPACITY_BYTES, received, clock);
                Noted end = switch (kind) {
                    case MESSAGES -> new Noted("client", ends.client(), seen);
                    case REQUESTS -> new NotedRequests(ends.client(), seen);
                    case IN_PROCESS -> new NotedInProcess(ends.client(), seen, () -> serve(server, underway));
                    case LOSSY -> throw new IllegalStateException("has ends of its own");
                };
                ClientHalf client = ofClient.client(end, CAPACITY_BYTES, sent, clock);
                ends.client().whenStarved(() -> serve(server, underway));
                run(client, server, messages(ofClient));
            }
        } catch (IOException | RuntimeException e) {
            seen.add(FAILED + e);
        }
        seen.add("%s %s %s %s".formatted(sent.losses(), received.losses(), sent.contents(), received.contents()));
        return seen;
    }

    private static long messages(Workload workload) {
        return workload.extent() instanceof Extent.Count count ? count.messages() : MESSAGES;
    }

    private static void run(ClientHalf client, ServerHalf server, long messages) throws IOException {
        try (client;
                server) {
            client.batch(END_OF_WARM_UP);
            client.batch(messages);
        }
    }

    private static void serve(ServerHalf server, Iterable<byte[]> underway) throws IOException {
        while (underway.iterator().hasNext()) {
            var unused = server.step();
        }
    }

    private static class Noted implements Channel {
        private final String side;
        private final Channel real;
        private final List<String> seen;
        private ByteBuffer claimed = ByteBuffer.allocate(0);
        private int begin;

        Noted(String side, Channel real, List<String> seen) {
            this.side = side;
            this.real = real;
            this.seen = seen;
        }

        @Override
        public Room room(int messageBytes) throws IOException {
            return real.room(messageBytes);
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            claimed = real.claim(length);
            begin = claimed.position();
            return claimed;
        }

        @Override
        public void commit() throws IOException {
            byte[] message = new byte[claimed.limit() - begin];
            claimed.get(begin, message);
            seen.add("%s %d %s".formatted(side, message.length, HexFormat.of().formatHex(message)));
            real.commit();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            return real.receive(length);
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }

    private static final class NotedRequests extends Noted implements RequestChannel {
        NotedRequests(Channel real, List<String> seen) {
            super("client", real, seen);
        }

        @Override
        public void sendRequests() {
            // memory has no calls
        }
    }

    private static final class NotedInProcess extends Noted implements InProcessChannel {
        private final OtherHalf server;

        NotedInProcess(Channel real, List<String> seen, OtherHalf server) {
            super("client", real, seen);
            this.server = server;
        }

        @Override
        public void whenWaiting(OtherHalf otherHalf) {
            throw new IllegalStateException("the server's half is known already");
        }

        @Override
        public void handOver() throws IOException {
            server.step();
        }
    }

    private static final class NotedLossy extends Noted implements LossyChannel {
        private final LossyChannel lossy;

        NotedLossy(String side, LossyChannel real, List<String> seen) {
            super(side, real, seen);
            lossy = real;
        }

        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            return lossy.receiveWithin(timeoutNanos);
        }
    }
}
