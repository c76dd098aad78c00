package org.ipcbench.transports.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class StreamChannelTest {
    private static final int SEED = 17;
    private static final int BULK_BYTES = 64 << 10;

    private final Sink sink = new Sink(Integer.MAX_VALUE);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100, BULK_BYTES - 1, Integer.MAX_VALUE})
    void wholeMessagesAreReceivedHoweverTheBytesArrive(int bytesARead) throws IOException {
        byte[] sent = randomBytes(300_000);
        StreamChannel channel = new StreamChannel(new Source(sent, bytesARead), sink, 1000);
        for (int offset = 0; offset < sent.length; offset += 1000) {
            verifyReceived(channel, sent, offset, 1000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, BULK_BYTES, BULK_BYTES + 1, 100_000})
    void keepsMixedLengthsApartAcrossTheEndOfItsBuffer(int largestBytes) throws IOException {
        byte[] sent = randomBytes(2_000_000);
        verifyMixedLengths(new StreamChannel(new Source(sent, 10_000), sink, largestBytes), sent, largestBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 100_000})
    void keepsMixedLengthsApartMessageByMessage(int largestBytes) throws IOException {
        byte[] sent = randomBytes(20_000);
        verifyMixedLengths(
                StreamChannel.messageByMessage(new Source(sent, 1_000), sink, largestBytes), sent, largestBytes);
    }

    private static void verifyMixedLengths(StreamChannel channel, byte[] sent, int largestBytes) throws IOException {
        Random random = new Random(SEED);
        int offset = 0;
        while (offset < sent.length) {
            int length = Math.min(1 + random.nextInt(largestBytes), sent.length - offset);
            verifyReceived(channel, sent, offset, length);
            offset += length;
        }
    }

    @Test
    void movesTheBeginningOfAMessageForwardThatDoesNotFitBehindShorterOnes() throws IOException {
        byte[] sent = randomBytes(BULK_BYTES + 50_000);
        StreamChannel channel = new StreamChannel(new Source(sent, Integer.MAX_VALUE), sink, 50_000);
        verifyReceived(channel, sent, 0, 1);
        for (int offset = 1; offset + 40_000 <= sent.length; offset += 40_000) {
            verifyReceived(channel, sent, offset, 40_000);
        }
    }

    /** As a selector needs it: a message that has come in part does not keep the thread. */
    @Test
    void messageIsReceivableOnceAllOfItHasBeenRead() throws IOException {
        byte[] sent = randomBytes(250);
        StreamChannel channel = new StreamChannel(new Source(sent, 60), sink, 100);
        assertThat(channel.isReceivable(100)).isFalse();
        assertThat(channel.isReceivable(100)).isTrue();
        assertThat(channel.holds(100)).isTrue();
        verifyReceived(channel, sent, 0, 100);
        assertThat(channel.holds(100)).isFalse();
        assertThat(channel.isReceivable(100)).isFalse();
        assertThat(channel.isReceivable(100)).isTrue();
        verifyReceived(channel, sent, 100, 100);
        assertThat(channel.isReceivable(100)).isFalse();
        assertThat(channel.hasEnded()).isFalse();
        assertThat(channel.isReceivable(100)).isTrue();
        assertThat(channel.hasEnded()).isTrue();
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> channel.receive(100));
    }

    @Test
    void readsOnceForAllMessagesThatHaveArrived() throws IOException {
        byte[] sent = randomBytes(1000);
        Source source = new Source(sent, Integer.MAX_VALUE);
        StreamChannel channel = new StreamChannel(source, sink, 100);
        for (int offset = 0; offset < sent.length; offset += 100) {
            verifyReceived(channel, sent, offset, 100);
        }
        assertThat(source.reads).isEqualTo(1);
    }

    @Test
    void readsOnceAMessageWhereAsked() throws IOException {
        byte[] sent = randomBytes(1000);
        Source source = new Source(sent, Integer.MAX_VALUE);
        StreamChannel channel = StreamChannel.messageByMessage(source, sink, 100);
        for (int offset = 0; offset < sent.length; offset += 100) {
            verifyReceived(channel, sent, offset, 100);
            assertThat(source.reads).isEqualTo(1 + offset / 100);
        }
    }

    @Test
    void handsOutTheSameDirectBuffersInNativeOrder() throws IOException {
        StreamChannel channel = new StreamChannel(new Source(randomBytes(30), 7), sink, 20);
        ByteBuffer received = channel.receive(10);
        assertThat(channel.receive(20)).isSameAs(received);
        ByteBuffer claimed = channel.claim(10);
        assertThat(channel.claim(20)).isSameAs(claimed);
        assertThat(claimed.isDirect()).isTrue();
        assertThat(received.isDirect()).isTrue();
        assertThat(claimed.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(received.order()).isEqualTo(ByteOrder.nativeOrder());
    }

    @Test
    void sendsWholeMessagesHoweverLittleTheSinkTakes() throws IOException {
        Sink reluctant = new Sink(3);
        StreamChannel channel = new StreamChannel(new Source(new byte[0], 1), reluctant, 1000);
        byte[] message = randomBytes(1000);
        channel.claim(1000).put(message);
        channel.commit();
        assertThat(reluctant.taken.toByteArray()).isEqualTo(message);
    }

    @Test
    void sendsEachMessageInOneWrite() throws IOException {
        StreamChannel channel = new StreamChannel(new Source(new byte[0], 1), sink, 1000);
        channel.claim(1000);
        channel.commit();
        channel.claim(1);
        channel.commit();
        assertThat(sink.writes).isEqualTo(2);
        assertThat(sink.taken.size()).isEqualTo(1001);
    }

    @Test
    void headerGoesFirstWhereAsked() throws IOException {
        Session twice =
                ContractSession.in(Path.of(""), 1000).sending(new ChannelOptions(ChannelOptions.Tcp.NODELAY, 2));
        StreamChannel channel = new StreamChannel(new Source(new byte[0], 1), HeaderFirst.of(sink, twice), 1000);
        for (int bytes : new int[] {1000, 8, 1}) {
            channel.claim(bytes);
            channel.commit();
        }
        assertThat(sink.sizes).containsExactly(8, 992, 7, 1, 1);
    }

    @Test
    void claimedMessageIsSentWhereverPositionAndLimitAre() throws IOException {
        StreamChannel channel = new StreamChannel(new Source(new byte[0], 1), sink, 100);
        channel.claim(10).position(10);
        channel.commit();
        channel.claim(10).limit(0);
        channel.commit();
        channel.claim(10).clear();
        channel.commit();
        assertThat(sink.taken.size()).isEqualTo(30);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 99})
    void failsWhereTheStreamEndsBeforeTheMessage(int arrivedBytes) {
        StreamChannel channel = new StreamChannel(new Source(randomBytes(arrivedBytes), 40), sink, 100);
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> channel.receive(100));
    }

    @Test
    void handsOutWhatArrivedBeforeTheStreamEnded() throws IOException {
        byte[] sent = randomBytes(250);
        StreamChannel channel = new StreamChannel(new Source(sent, Integer.MAX_VALUE), sink, 100);
        verifyReceived(channel, sent, 0, 100);
        verifyReceived(channel, sent, 100, 100);
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> channel.receive(100));
    }

    @Test
    void closesBothDirectionsEvenWhereOneFails() throws IOException {
        Source source = new Source(new byte[0], 1);
        WritableByteChannel broken = new Sink(1) {
            @Override
            public void close() throws IOException {
                throw new IOException("broken");
            }
        };
        assertThatIOException().isThrownBy(new StreamChannel(source, broken, 1)::close);
        assertThat(source.isOpen()).isFalse();
    }

    @Test
    void endsTheStreamForTheOtherSideWhenClosed() throws IOException {
        Pipe there = Pipe.open();
        Pipe back = Pipe.open();
        try (StreamChannel one = new StreamChannel(back.source(), there.sink(), 8);
                StreamChannel other = new StreamChannel(there.source(), back.sink(), 8)) {
            one.claim(8).putLong(42);
            one.commit();
            one.close();
            assertThat(other.receive(8).getLong()).isEqualTo(42);
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> other.receive(8));
        }
    }

    private static void verifyReceived(StreamChannel channel, byte[] sent, int offset, int length) throws IOException {
        ByteBuffer message = channel.receive(length);
        assertThat(message.remaining()).isEqualTo(length);
        assertThat(message.mismatch(ByteBuffer.wrap(sent, offset, length)))
                .as("first difference in the %d bytes from %d on", length, offset)
                .isEqualTo(-1);
    }

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    /** Bytes that arrive a few at a time. */
    private static final class Source implements ReadableByteChannel {
        private final ByteBuffer bytes;
        private final int bytesARead;
        private boolean open = true;
        private int reads;

        Source(byte[] bytes, int bytesARead) {
            this.bytes = ByteBuffer.wrap(bytes);
            this.bytesARead = bytesARead;
        }

        @Override
        public int read(ByteBuffer target) {
            reads++;
            if (!bytes.hasRemaining()) {
                return -1;
            }
            int count = Math.min(bytesARead, Math.min(target.remaining(), bytes.remaining()));
            target.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }

    /** Takes a few bytes at a time. */
    private static class Sink implements WritableByteChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private final int bytesAWrite;
        private final List<Integer> sizes = new ArrayList<>();
        private int writes;

        Sink(int bytesAWrite) {
            this.bytesAWrite = bytesAWrite;
        }

        @Override
        public int write(ByteBuffer source) {
            writes++;
            int count = Math.min(bytesAWrite, source.remaining());
            sizes.add(count);
            for (int i = 0; i < count; i++) {
                taken.write(source.get());
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            // nothing to release
        }
    }
}
