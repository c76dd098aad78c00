package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageLayoutTest {
    private static final byte POISON = (byte) 0xa5;

    /** Odd, so that nothing is aligned. */
    private static final int OFFSET = 5;

    private static final int BEHIND = 9;
    private static final long SEQUENCE = 300;
    private static final long SEND_TIME = 0x0123_4567_89ab_cdefL;

    /** In no byte order the last bit. */
    private static final int FLIP = 0x40;

    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 15, 16, 17, 63, 64, 71, 72, 128, 1000, 4096, 65536})
    @interface EverySize {}

    @EverySize
    void writtenMessagePassesTheCheck(int size) throws CorruptMessageException {
        for (long sequence : new long[] {0, 1, 127, 128, SEQUENCE, 1L << 40}) {
            assertThat(layout(size).check(written(size, sequence, 0), sequence)).isFalse();
        }
    }

    @EverySize
    void lastBitArrives(int size) throws CorruptMessageException {
        assertThat(layout(size).check(written(size, SEQUENCE, MessageLayout.LAST), SEQUENCE))
                .isTrue();
    }

    @EverySize
    void anotherSequenceIsCorrupt(int size) {
        assertCorrupt(size, written(size, SEQUENCE + 1, 0));
        assertCorrupt(size, written(size, SEQUENCE - 1, MessageLayout.LAST));
    }

    @EverySize
    void sequenceIsCompleteFromEightBytes(int size) {
        ByteBuffer oneByteForm = written(size, SEQUENCE + 128, 0);
        if (size < Long.BYTES) {
            assertThatCode(() -> layout(size).check(oneByteForm, SEQUENCE)).doesNotThrowAnyException();
        } else {
            assertCorrupt(size, oneByteForm);
        }
    }

    @EverySize
    void anyFlippedByteOfACoveredWordIsCorrupt(int size) {
        ByteBuffer message = written(size, SEQUENCE, 0);
        covered(size).map(index -> OFFSET + index).forEach(index -> {
            byte before = message.get(index);
            message.put(index, (byte) (before ^ FLIP));
            assertCorrupt(size, message);
            message.put(index, before);
        });
        assertThatCode(() -> layout(size).check(message, SEQUENCE)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {72, 128, 4096})
    void linesAlsoGuardTheLastBit(int size) {
        ByteBuffer message = written(size, SEQUENCE, 0);
        message.putLong(OFFSET, message.getLong(OFFSET) | MessageLayout.LAST);

        assertCorrupt(size, message);
    }

    @EverySize
    void sendTimeTravelsFromSixteenBytes(int size) {
        assertThat(layout(size).sendTimeNanos(written(size, SEQUENCE, 0))).isEqualTo(size < 16 ? 0 : SEND_TIME);
    }

    @EverySize
    void everyCoveredWordIsWrittenAndNothingOutsideTheMessage(int size) {
        ByteBuffer message = written(size, SEQUENCE, 0);

        for (int line = 0; line == 0 || line + Long.BYTES <= size; line += MessageLayout.LINE_BYTES) {
            assertThat(message.get(OFFSET + line)).as("line at %d", line).isNotEqualTo(POISON);
        }
        message.clear();
        IntStream.range(0, message.capacity())
                .filter(index -> index < OFFSET || index >= OFFSET + size)
                .forEach(index -> assertThat(message.get(index)).isEqualTo(POISON));
    }

    @EverySize
    void positionAndLimitStay(int size) throws CorruptMessageException {
        ByteBuffer message = written(size, SEQUENCE, 0);
        layout(size).check(message, SEQUENCE);

        assertThat(message.position()).isEqualTo(OFFSET);
        assertThat(message.limit()).isEqualTo(OFFSET + size);
    }

    /**
     * The sizes from which a bit may be flipped unseen have no byte behind their header: in a message of 1 or 8 bytes the last
     * bit, which a wrong number of messages tells, and in one of 16 bytes that bit and the send time.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 25, 64, 71, 1000, 4096})
    void anyFlippedBitOfAFullMessageIsCorrupt(int size) {
        MessageLayout layout = MessageLayout.ofSize(size, Payload.FULL);
        ByteBuffer message = written(layout, size, SEQUENCE, 0);
        Set<Integer> unseen = new TreeSet<>();
        for (int bit = 0; bit < size * Byte.SIZE; bit++) {
            flip(message, bit);
            if (passes(layout, message)) {
                unseen.add(bit);
            }
            flip(message, bit);
        }

        assertThat(passes(layout, message)).isTrue();
        assertThat(unseen).isEqualTo(expectedUnseen(size));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 15, 16, 17, 64, 72, 4096})
    void messageWithoutPayloadShowsDamageOfItsHeaderAlone(int size) {
        MessageLayout layout = MessageLayout.ofSize(size, Payload.HEADER);
        ByteBuffer message = written(layout, size, SEQUENCE, 0);
        int headerBytes = size < 8 ? 1 : 8;
        for (int index = 0; index < size; index++) {
            message.put(OFFSET + index, (byte) (message.get(OFFSET + index) ^ FLIP));
            assertThat(passes(layout, message)).as("byte %d", index).isEqualTo(index >= headerBytes);
            message.put(OFFSET + index, (byte) (message.get(OFFSET + index) ^ FLIP));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 64, 72, 4096})
    void messageWithoutPayloadHasNothingWrittenBehindItsHeader(int size) {
        ByteBuffer message = written(MessageLayout.ofSize(size, Payload.HEADER), size, SEQUENCE, 0);

        IntStream.range(16, size)
                .forEach(index -> assertThat(message.get(OFFSET + index)).isEqualTo(POISON));
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 17, 64, 1000, 4096})
    void fullMessagesThatFollowEachOtherDifferInTheirPayload(int size) {
        MessageLayout layout = MessageLayout.ofSize(size, Payload.FULL);
        int payloadAt = OFFSET + (size < 16 ? 8 : 16);

        assertThat(written(layout, size, SEQUENCE, 0).get(payloadAt))
                .isNotEqualTo(written(layout, size, SEQUENCE + 1, 0).get(payloadAt));
    }

    @ParameterizedTest
    @EnumSource
    void everyPayloadCarriesItsSequenceAndSendTime(Payload payload) throws CorruptMessageException {
        for (int size : new int[] {16, 17, 100, 4096}) {
            MessageLayout layout = MessageLayout.ofSize(size, payload);
            ByteBuffer message = written(layout, size, SEQUENCE, MessageLayout.LAST);

            assertThat(layout.check(message, SEQUENCE)).isTrue();
            assertThat(layout.isSound(message)).isTrue();
            assertThat(layout.sequence(message)).isEqualTo(SEQUENCE);
            assertThat(layout.sendTimeNanos(message)).isEqualTo(SEND_TIME);
        }
    }

    private static Set<Integer> expectedUnseen(int size) {
        Set<Integer> bits = new TreeSet<>();
        if (size == 1 || size == 8 || size == 16) {
            boolean littleEndian = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
            bits.add(littleEndian || size == 1 ? 0 : 7 * Byte.SIZE);
        }
        if (size == 16) {
            IntStream.range(8 * Byte.SIZE, 16 * Byte.SIZE).forEach(bits::add);
        }
        return bits;
    }

    private static void flip(ByteBuffer message, int bit) {
        int index = OFFSET + bit / Byte.SIZE;
        message.put(index, (byte) (message.get(index) ^ 1 << bit % Byte.SIZE));
    }

    private static boolean passes(MessageLayout layout, ByteBuffer message) {
        try {
            layout.check(message, SEQUENCE);
            return true;
        } catch (CorruptMessageException e) {
            return false;
        }
    }

    /** Indices of the bytes a check compares: the header, and a long in every further line that has room for one. */
    private static IntStream covered(int size) {
        if (size < Long.BYTES) {
            return IntStream.of(0);
        }
        return IntStream.range(0, size)
                .filter(index -> index % MessageLayout.LINE_BYTES < Long.BYTES)
                .filter(index -> index - index % MessageLayout.LINE_BYTES + Long.BYTES <= size);
    }

    private static ByteBuffer written(int size, long sequence, int last) {
        return written(layout(size), size, sequence, last);
    }

    private static ByteBuffer written(MessageLayout layout, int size, long sequence, int last) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(OFFSET + size + BEHIND).order(ByteOrder.nativeOrder());
        IntStream.range(0, buffer.capacity()).forEach(index -> buffer.put(index, POISON));
        buffer.limit(OFFSET + size).position(OFFSET);
        layout.write(buffer, sequence, last, SEND_TIME);
        return buffer;
    }

    private static MessageLayout layout(int size) {
        return MessageLayout.ofSize(size, Payload.TOUCHED);
    }

    private static void assertCorrupt(int size, ByteBuffer message) {
        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> layout(size).check(message, SEQUENCE))
                .withMessageStartingWith("message %d is not what was sent", SEQUENCE);
    }
}
