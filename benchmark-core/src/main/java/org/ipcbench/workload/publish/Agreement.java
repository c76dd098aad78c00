package org.ipcbench.workload.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.jspecify.annotations.Nullable;

/**
 * How both sides agree about batches, over the channel that has proven the token: the subscribers' side asks, the publisher's answers. What a
 * lossy channel loses is repeated.
 */
final class Agreement {
    /** Size of a request and of an answer. */
    static final int BYTES = LossyChannel.MIN_BYTES;

    private static final long REPEAT_NANOS = Duration.ofMillis(200).toNanos();

    /** A client that still repeats its last request needs no more than this. */
    private static final int LAST_REPETITIONS = 2;

    private final Channel channel;
    private final ByteBuffer last = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    private long number;

    /** What is asked. */
    enum Kind {
        /** Publish. */
        RUN(1),
        /** Say again that the batch has ended. */
        END(2),
        /** All subscribers know. */
        DONE(3);

        private final long number;

        Kind(long number) {
            this.number = number;
        }

        /** Its number in a request. */
        long number() {
            return number;
        }

        static Kind of(long number) throws IOException {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new IOException("%d is nothing that subscribers ask".formatted(number));
        }
    }

    /**
     * A request.
     *
     * @param batch its batch
     * @param messages the most messages
     * @param nanos for how long messages are due, in nanoseconds
     * @param isPaced whether messages keep to the schedule
     */
    record Request(Kind kind, long batch, long messages, long nanos, boolean isPaced) {

        /** A batch of the warm-up, which has a number of messages and no time. */
        static Request ofWarmUp(long batch, long messages, boolean isPaced) {
            return new Request(Kind.RUN, batch, messages, Long.MAX_VALUE, isPaced);
        }

        boolean isMeasured() {
            return nanos < Long.MAX_VALUE;
        }
    }

    /**
     * What was published in a batch.
     *
     * @param messages number of messages
     * @param nanos for how long, in nanoseconds
     * @param longestNanos the longest time for a message, in nanoseconds
     */
    record Published(long messages, long nanos, long longestNanos) {
        static final Published NOTHING = new Published(0, 0, 0);
    }

    Agreement(Channel channel) {
        this.channel = channel;
    }

    /** The subscribers' side: asks. */
    void ask(Request request) throws IOException {
        number++;
        put(number, request.kind.number(), request.batch, request.messages, request.nanos, request.isPaced ? 1 : 0);
        sendLast();
    }

    /** The subscribers' side: waits for the answer to what it has asked. */
    Published answer() throws IOException {
        while (true) {
            ByteBuffer message = receive();
            if (message == null) {
                sendLast();
            } else if (message.getLong(message.position()) == number) {
                int start = message.position();
                return new Published(
                        message.getLong(start + Long.BYTES),
                        message.getLong(start + 2 * Long.BYTES),
                        message.getLong(start + 3 * Long.BYTES));
            }
        }
    }

    /** The publisher's side: waits for the next request. */
    Request next() throws IOException {
        while (true) {
            ByteBuffer message = receive();
            if (message == null) {
                continue;
            }
            int start = message.position();
            long asked = message.getLong(start);
            if (asked == number) {
                sendLast();
            } else {
                number = asked;
                return new Request(
                        Kind.of(message.getLong(start + Long.BYTES)),
                        message.getLong(start + 2 * Long.BYTES),
                        message.getLong(start + 3 * Long.BYTES),
                        message.getLong(start + 4 * Long.BYTES),
                        message.getLong(start + 5 * Long.BYTES) != 0);
            }
        }
    }

    /** The publisher's side: answers the last request. */
    void answer(Published published) throws IOException {
        put(number, published.messages, published.nanos, published.longestNanos, 0, 0);
        sendLast();
    }

    /** For a short time, answers a client again that has not received the last answer. */
    void linger() throws IOException {
        if (channel instanceof LossyChannel lossy) {
            for (int i = 0; i < LAST_REPETITIONS; i++) {
                if (lossy.receiveWithin(REPEAT_NANOS) != null) {
                    sendLast();
                }
            }
        }
    }

    private void put(long... words) {
        for (int i = 0; i < words.length; i++) {
            last.putLong(i * Long.BYTES, words[i]);
        }
    }

    private void sendLast() throws IOException {
        ByteBuffer message = channel.claim(BYTES);
        for (int i = 0; i < BYTES; i += Long.BYTES) {
            message.putLong(message.position() + i, last.getLong(i));
        }
        channel.commit();
    }

    /** The next message; null if a lossy channel has none for some time. */
    private @Nullable ByteBuffer receive() throws IOException {
        return channel instanceof LossyChannel lossy ? lossy.receiveWithin(REPEAT_NANOS) : channel.receive(BYTES);
    }
}
