package org.ipcbench.workload.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.ipcbench.transport.WrongLengthException;
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
    void writtenMessagePassesTheCheck(int size) throws IOException {
        for (long sequence : new long[] {0, 1, 127, 128, SEQUENCE, 1L << 40}) {
            assertThat(layout(size).check(written(size, sequence, 0), sequence)).isFalse();
        }
    }

    @EverySize
    void sumOfWhatAReceiverReadsIsKnown(int size) {
        for (long messages : new long[] {1, 2, 130, 1_000}) {
            long sum = 0;
            for (long sequence = SEQUENCE; sequence < SEQUENCE + messages; sequence++) {
                int last = sequence + 1 == SEQUENCE + messages ? MessageLayout.LAST : 0;
                ByteBuffer message = written(size, sequence, last);
                int start = message.position();
                sum += size < Long.BYTES ? message.get(start) & 0xff : message.getLong(start);
                for (int line = MessageLayout.LINE_BYTES; line + Long.BYTES <= size; line += MessageLayout.LINE_BYTES) {
                    sum += message.getLong(start + line);
                }
            }

            assertThat(MessageLayout.sumOfTouched(size, SEQUENCE, messages)).isEqualTo(sum);
        }
    }

    @EverySize
    void lastBitArrives(int size) throws IOException {
        assertThat(layout(size).check(written(size, SEQUENCE, MessageLayout.LAST), SEQUENCE))
                .isTrue();
    }

    @EverySize
    void anotherMessageIsNamed(int size) {
        for (Payload payload : Payload.values()) {
            MessageLayout layout = MessageLayout.ofSize(size, payload);
            assertThatExceptionOfType(MisplacedMessageException.class)
                    .isThrownBy(() -> layout.check(written(layout, size, SEQUENCE + 2, 0), SEQUENCE))
                    .withMessage("message 300 is lost: message 302 arrived in its place");
            assertThatExceptionOfType(MisplacedMessageException.class)
                    .isThrownBy(() -> layout.check(written(layout, size, SEQUENCE - 1, MessageLayout.LAST), SEQUENCE))
                    .withMessage("message 299 is duplicated: it arrived again, in place of message 300");
        }
    }

    /** Over a byte stream, the next message then follows inside of it. */
    @ParameterizedTest
    @EnumSource(names = {"TOUCHED", "FULL"})
    void messageThatIsCutShortHasTheWrongLength(Payload payload) {
        for (int size : new int[] {15, 128, 4096}) {
            MessageLayout layout = MessageLayout.ofSize(size, payload);
            ByteBuffer message = written(layout, size, SEQUENCE, 0);
            ByteBuffer next = written(layout, size, SEQUENCE + 1, MessageLayout.LAST);
            int arrived = size / 3;
            message.put(OFFSET + arrived, next, OFFSET, size - arrived);

            assertThatExceptionOfType(WrongLengthException.class)
                    .as("%d bytes", size)
                    .isThrownBy(() -> layout.check(message, SEQUENCE))
                    .withMessageContaining("%d bytes, expected %d", arrived, size);
        }
    }

    @EverySize
    void sequenceIsCompleteFromEightBytes(int size) {
        ByteBuffer oneByteForm = written(size, SEQUENCE + 128, 0);
        if (size < Long.BYTES) {
            assertThatCode(() -> layout(size).check(oneByteForm, SEQUENCE)).doesNotThrowAnyException();
        } else {
            assertFound(size, oneByteForm);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 15, 16, 17, 63, 64, 71, 72, 128, 1000, 4096})
    void anyFlippedByteOfACoveredWordIsFound(int size) {
        ByteBuffer message = written(size, SEQUENCE, 0);
        covered(size).map(index -> OFFSET + index).forEach(index -> {
            byte before = message.get(index);
            message.put(index, (byte) (before ^ FLIP));
            assertFound(size, message);
            message.put(index, before);
        });
        assertThatCode(() -> layout(size).check(message, SEQUENCE)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {72, 128, 4096})
    void linesAlsoGuardTheLastBit(int size) {
        ByteBuffer message = written(size, SEQUENCE, 0);
        message.putLong(OFFSET, message.getLong(OFFSET) | MessageLayout.LAST);

        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> layout(size).check(message, SEQUENCE))
                .withMessageStartingWith("message %d is corrupt: ", SEQUENCE);
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
    void positionAndLimitStay(int size) throws IOException {
        ByteBuffer message = written(size, SEQUENCE, 0);
        layout(size).check(message, SEQUENCE);

        assertThat(message.position()).isEqualTo(OFFSET);
        assertThat(message.limit()).isEqualTo(OFFSET + size);
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
    void everyPayloadCarriesItsSequenceAndSendTime(Payload payload) throws IOException {
        for (int size : new int[] {16, 17, 100, 4096}) {
            MessageLayout layout = MessageLayout.ofSize(size, payload);
            ByteBuffer message = written(layout, size, SEQUENCE, MessageLayout.LAST);

            assertThat(layout.check(message, SEQUENCE)).isTrue();
            assertThat(layout.isSound(message)).isTrue();
            assertThat(layout.sequence(message)).isEqualTo(SEQUENCE);
            assertThat(layout.sendTimeNanos(message)).isEqualTo(SEND_TIME);
        }
    }

    private static boolean passes(MessageLayout layout, ByteBuffer message) {
        try {
            layout.check(message, SEQUENCE);
            return true;
        } catch (IOException e) {
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

    private static void assertFound(int size, ByteBuffer message) {
        assertThatIOException()
                .isThrownBy(() -> layout(size).check(message, SEQUENCE))
                .withMessageContaining("message %d", SEQUENCE);
    }
}
