package org.ipcbench.workload.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real threads of a client, over a channel that returns each request as its answer. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AnswerThreadTest {
    private static final int LARGEST_BYTES = 512;
    private static final byte[] END = {};

    private final Recorder recorder = new Recorder();

    /** Answers may be tampered with; what becomes null gets lost. */
    private static class Echo implements DuplexChannel {
        private final BlockingQueue<byte[]> underWay = new LinkedBlockingQueue<>();
        private final ByteBuffer outgoing = buffer();
        private final ByteBuffer incoming = buffer();
        private final UnaryOperator<byte[]> tampering;
        private int largest;

        Echo(UnaryOperator<byte[]> tampering) {
            this.tampering = tampering;
        }

        private static ByteBuffer buffer() {
            return ByteBuffer.allocateDirect(LARGEST_BYTES).order(ByteOrder.nativeOrder());
        }

        @Override
        public ByteBuffer claim(int length) {
            return outgoing.clear().limit(length);
        }

        @Override
        public void commit() {
            byte[] message = new byte[outgoing.limit()];
            outgoing.get(0, message);
            byte[] answer = tampering.apply(message);
            if (answer != null) {
                answer(answer);
            }
        }

        void answer(byte[] answer) {
            underWay.add(answer);
            largest = Math.max(largest, underWay.size());
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            byte[] answer;
            try {
                answer = underWay.take();
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
            if (answer == END) {
                throw new EOFException("the other side has closed");
            }
            assertThat(answer).hasSize(length);
            return incoming.clear().put(0, answer).limit(length);
        }

        @Override
        public void close() {
            underWay.add(END);
        }
    }

    private OverlappingClient client(Echo echo, Shape shape) {
        return new OverlappingClient(echo, shape, Payload.TOUCHED, recorder, NanoClock.system());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 64})
    void batchesFollowEachOther(int inFlight) throws IOException {
        Echo echo = new Echo(answer -> answer);
        OverlappingClient client = client(echo, Shape.of(64).inFlight(inFlight));
        client.sampleEvery(1);

        for (long messages : new long[] {1, 7, 1, 5_000, 2}) {
            client.batch(messages);

            assertThat(echo.underWay).isEmpty();
        }
        client.close();

        assertThat(recorder.messages()).isEqualTo(5_011);
        assertThat(recorder.latencies().getTotalCount()).isEqualTo(5_011);
        assertThat(echo.largest).isLessThanOrEqualTo(inFlight);
    }

    @Test
    void answersOfSeveralServersMayOvertakeEachOther() throws IOException {
        OverlappingClient client = client(new SwappingEcho(), Shape.of(64).inFlight(4));
        client.sampleEvery(1);

        client.batch(7);
        client.batch(1_000);
        client.close();

        assertThat(recorder.latencies().getTotalCount()).isEqualTo(1_007);
        assertThat(recorder.underWay())
                .hasValueSatisfying(underWay -> assertThat(underWay.overtaken()).isEqualTo(500));
    }

    @Test
    void requestIsNotAnsweredByTwoServers() {
        SwappingEcho echo = new SwappingEcho();
        echo.answersTwice = true;
        OverlappingClient client = client(echo, Shape.of(64).inFlight(4));

        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> client.batch(1_000))
                .withMessageEndingWith("was answered twice");
    }

    /** Two servers, of which the first one is slower. */
    private static final class SwappingEcho extends Echo {
        private boolean answersTwice;
        private byte[] held = END;

        SwappingEcho() {
            super(message -> message);
        }

        @Override
        public boolean keepsOrder() {
            return false;
        }

        @Override
        void answer(byte[] message) {
            boolean isLast = (message[0] & 1) != 0;
            if (held == END && !isLast) {
                held = message;
                return;
            }
            super.answer(message);
            if (answersTwice) {
                super.answer(message);
            }
            if (held != END) {
                super.answer(held);
                held = END;
            }
        }
    }

    /** The connection of a test knows nothing of its room. */
    @Test
    void callsThatMayNotFitHaveASecondThread() throws IOException {
        Echo echo = new Echo(answer -> answer);
        ClientHalf calls = new PingPong(new Extent.Count(1), Shape.of(64).inFlight(3), Payload.TOUCHED)
                .client(echo, LARGEST_BYTES, recorder, NanoClock.system());

        calls.sampleEvery(1);
        calls.batch(1_000);
        calls.close();

        assertThat(recorder.latencies().getTotalCount()).isEqualTo(1_000);
        assertThat(recorder.underWay()).hasValueSatisfying(underWay -> {
            assertThat(underWay.most()).isBetween(1L, 3L);
            assertThat(underWay.held()).isEqualTo(1);
        });
    }

    @Test
    void streamsBothWaysThatMayNotFitHaveASecondThreadAndNoSamples() throws IOException {
        Echo echo = new Echo(answer -> answer);
        ClientHalf stream = new MessageStream(new Extent.Count(1), 64, Payload.TOUCHED, 8)
                .client(echo, LARGEST_BYTES, recorder, NanoClock.system());

        stream.sampleEvery(1);
        stream.batch(1_000);
        stream.close();

        assertThat(stream.takesSamples()).isFalse();
        assertThat(recorder.latencies().getTotalCount()).isZero();
        assertThat(recorder.messages()).isEqualTo(1_000);
        assertThat(recorder.underWay())
                .hasValueSatisfying(underWay -> assertThat(underWay.most()).isBetween(1L, 8L));
    }

    @Test
    void bothThreadsGoThroughTheSameSizes() throws IOException {
        SizeMix mix = new SizeMix.Weighted("mix:sizes", List.of(new Part(16, 1), new Part(65, 3), new Part(512, 1)));
        OverlappingClient client =
                client(new Echo(answer -> answer), Shape.of(mix).inFlight(8));

        client.batch(3_000);
        client.batch(3_000);
        client.close();

        assertThat(recorder.messages()).isEqualTo(6_000);
    }

    @Test
    void lostAnswerIsFound() {
        Echo echo = new Echo(answer -> (answer[0] >>> 1) == 5 ? null : answer);
        OverlappingClient client = client(echo, Shape.of(1).inFlight(4));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> client.batch(1_000))
                .withMessageContaining("5");
        client.close();
    }

    @Test
    void damagedAnswerIsFound() {
        Echo echo = new Echo(answer -> {
            byte[] damaged = Arrays.copyOf(answer, answer.length);
            for (int line = 0; line <= answer.length - Long.BYTES; line += 64) {
                damaged[line] ^= 1;
            }
            return damaged;
        });
        OverlappingClient client = client(echo, Shape.of(128).inFlight(4));

        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> client.batch(1_000))
                .withMessageContaining("it disagrees on whether it is the last one");
        client.close();
    }

    @Test
    void closedConnectionEndsTheClient() throws IOException {
        Echo echo = new Echo(answer -> answer);
        OverlappingClient client = client(echo, Shape.of(64).inFlight(2));
        client.batch(10);
        echo.close();

        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> client.batch(1_000));
        client.close();
    }
}
