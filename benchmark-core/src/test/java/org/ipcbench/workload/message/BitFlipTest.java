package org.ipcbench.workload.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every single bit of a message, changed on its way. */
final class BitFlipTest {
    /** The lines of a message begin to repeat its first long from here on. */
    private static final int GUARDED_BYTES = MessageLayout.LINE_BYTES + Long.BYTES;

    private static final long SEQUENCE = 300;
    private static final long SEND_TIME = 0x0123_4567_89ab_cdefL;

    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 63, 64, 65, 71, 72, 127, 4096})
    @interface EverySize {}

    @EverySize
    void everyFlippedBitOfAFullMessageIsCorrupt(int size) {
        assertEveryFlipIsCorrupt(size, SEQUENCE, 0, SEND_TIME);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 15, 16, 17, 65})
    void everyFlippedBitIsCorruptWhicheverMessageItIs(int size) {
        for (long sequence : new long[] {0, 1, 62, 63, 64, 1L << 20, (1L << 46) - 1}) {
            for (long sendTimeNanos : new long[] {0, 1, SEND_TIME, -1}) {
                assertEveryFlipIsCorrupt(size, sequence, 0, sendTimeNanos);
                assertEveryFlipIsCorrupt(size, sequence, MessageLayout.LAST, sendTimeNanos);
            }
        }
    }

    @EverySize
    void touchedMessageShowsFlipsOfItsFirstLongAndOfEveryLinesFirstLong(int size) {
        MessageLayout layout = MessageLayout.ofSize(size, Payload.TOUCHED);
        ByteBuffer message = written(layout, size, SEQUENCE, 0, SEND_TIME);
        BitSet seen = new BitSet();
        for (int bit = 0; bit < size * Byte.SIZE; bit++) {
            flip(message, bit);
            seen.set(bit, !passes(layout, message));
            flip(message, bit);
        }

        assertThat(seen).isEqualTo(coveredWhenTouched(size));
    }

    /** Known: the further lines are compared by their sum, which lacks the bits that go beyond 64. */
    @ParameterizedTest
    @ValueSource(ints = {136, 4096})
    void twoFlipsOfTheHighestBitCancelInATouchedMessageAndNotInAFullOne(int size) {
        int firstLine = MessageLayout.LINE_BYTES * Byte.SIZE;
        int highestBit = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.SIZE - 1 : Byte.SIZE - 1;
        for (Payload payload : new Payload[] {Payload.TOUCHED, Payload.FULL}) {
            MessageLayout layout = MessageLayout.ofSize(size, payload);
            ByteBuffer message = written(layout, size, SEQUENCE, 0, SEND_TIME);
            flip(message, firstLine + highestBit);
            flip(message, 2 * firstLine + highestBit);

            assertThat(passes(layout, message)).as(payload.label()).isEqualTo(payload == Payload.TOUCHED);
        }
    }

    private static void assertEveryFlipIsCorrupt(int size, long sequence, int last, long sendTimeNanos) {
        MessageLayout layout = MessageLayout.ofSize(size, Payload.FULL);
        ByteBuffer message = written(layout, size, sequence, last, sendTimeNanos);
        assertThatCode(() -> layout.check(message, sequence)).doesNotThrowAnyException();
        for (int bit = 0; bit < size * Byte.SIZE; bit++) {
            flip(message, bit);
            assertThatExceptionOfType(CorruptMessageException.class)
                    .as("bit %d of %d bytes", bit, size)
                    .isThrownBy(() -> layout.check(message, sequence))
                    .withMessageStartingWith("message %d is corrupt: ", sequence);
            assertThat(layout.isSound(message)).as("bit %d", bit).isFalse();
            flip(message, bit);
        }
        assertThat(layout.isSound(message)).isTrue();
    }

    private static BitSet coveredWhenTouched(int size) {
        BitSet covered = new BitSet();
        int wordBytes = size < Long.BYTES ? 1 : Long.BYTES;
        for (int line = 0; line + wordBytes <= size; line += MessageLayout.LINE_BYTES) {
            covered.set(line * Byte.SIZE, (line + wordBytes) * Byte.SIZE);
        }
        if (size < GUARDED_BYTES) {
            boolean lowestByteFirst = wordBytes == 1 || ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
            covered.clear(lowestByteFirst ? 0 : Long.SIZE - Byte.SIZE);
        }
        return covered;
    }

    private static boolean passes(MessageLayout layout, ByteBuffer message) {
        try {
            layout.check(message, SEQUENCE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void flip(ByteBuffer message, int bit) {
        int index = bit / Byte.SIZE;
        message.put(index, (byte) (message.get(index) ^ 1 << bit % Byte.SIZE));
    }

    private static ByteBuffer written(MessageLayout layout, int size, long sequence, int last, long sendTimeNanos) {
        ByteBuffer message = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
        layout.write(message, sequence, last, sendTimeNanos);
        return message;
    }
}
