package org.ipcbench.transports.contract;

import java.nio.ByteBuffer;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.Role;

/**
 * What one side sends in one session: bytes that look random and follow from session, sender and the message's number,
 * so that a message of another session, direction or place is told from the one that is due.
 *
 * @param seed of session and sender
 */
record MessageContent(long seed) {
    /** The increment and the multipliers of SplitMix64. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private static final long FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9L;
    private static final long SECOND_MULTIPLIER = 0x94D049BB133111EBL;

    static MessageContent of(Token token, Role sender) {
        byte[] proof = switch (sender) {
            case CLIENT -> token.clientProof();
            case SERVER -> token.serverProof();
            case AUXILIARY -> throw new IllegalArgumentException("it sends nothing");
        };
        return new MessageContent(ByteBuffer.wrap(proof).getLong());
    }

    /** Fills the buffer between position and limit, which stay where they are. */
    void write(ByteBuffer message, long number) {
        long state = start(number);
        int offset = message.position();
        for (; offset + Long.BYTES <= message.limit(); offset += Long.BYTES) {
            message.putLong(offset, mix(state));
            state += GOLDEN_GAMMA;
        }
        for (long rest = mix(state); offset < message.limit(); offset++) {
            message.put(offset, (byte) rest);
            rest >>>= Byte.SIZE;
        }
    }

    /** Compares every byte between position and limit, which stay where they are. */
    void verify(ByteBuffer message, long number) {
        ByteBuffer expected = ByteBuffer.allocate(message.remaining()).order(message.order());
        write(expected, number);
        int difference = expected.mismatch(message);
        if (difference >= 0) {
            throw new AssertionError("message %d of %d bytes differs from what was sent from byte %d on"
                    .formatted(number, message.remaining(), difference));
        }
    }

    private long start(long number) {
        return mix(seed ^ mix(number + 1));
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * FIRST_MULTIPLIER;
        mixed = (mixed ^ mixed >>> 27) * SECOND_MULTIPLIER;
        return mixed ^ mixed >>> 31;
    }
}
