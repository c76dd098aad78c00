package org.ipcbench.transport;

import com.google.gson.annotations.SerializedName;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a transport has of its own to send a message to all subscribers of a publisher: one send, and each gets it. The address is told
 * over a channel that has proven the session's token; a fan-out itself proves only what its library can.
 */
public interface FanOut {
    /** What it is called in tables. */
    String label();

    /**
     * Why it cannot do this when a subscriber's room is full, with the remedy; empty if it can.
     *
     * @param messageBytes size of every message, in bytes
     * @param channels number of the session's connections: one for each subscriber, and the one over which the address is told
     */
    Optional<String> refusal(WhenFull whenFull, int messageBytes, int channels);

    /**
     * The least that it takes of what the machine limits, besides the channel over which the address is told.
     *
     * @param messageBytes size of every message, in bytes
     * @param bufferBytes requested size of the transport's buffer, in bytes; 0 leaves the default
     * @param subscribers number of all subscribers
     * @throws IOException if there can be no such buffer
     */
    default Needs needs(int messageBytes, int bufferBytes, int subscribers) throws IOException {
        return Needs.NOTHING;
    }

    /**
     * Makes the publisher's end.
     *
     * @param session its connections are as many as its subscribers and the one over which the address is told
     */
    Publication publish(Session session, WhenFull whenFull) throws IOException;

    /** Joins a publisher; what was published before may be lost. Each subscriber has a thread of its own. */
    Subscription subscribe(Session session, String address, WhenFull whenFull) throws IOException;

    /** The publisher's end. One thread uses it. */
    interface Publication extends Closeable {
        /** Where subscribers join. */
        String address();

        /** Sends the bytes between position and limit to all that have joined, or loses them where {@link WhenFull} allows it. */
        void publish(ByteBuffer message) throws IOException;
    }

    /** A subscriber's end. One thread uses it. */
    interface Subscription extends Closeable {
        /**
         * Waits for the next message.
         *
         * @param timeoutNanos the shortest time to wait, in nanoseconds
         * @return a view of the message, valid until the next call; null if none came in time
         */
        @Nullable
        ByteBuffer receiveWithin(long timeoutNanos) throws IOException;

        /** Number of messages that were not from the publisher, and which it has ignored so far. */
        default long strangers() {
            return 0;
        }
    }

    /**
     * What becomes of a message for a subscriber whose room is full.
     *
     * @param depth number of messages that wait for a subscriber; 1 if the publisher waits, and needs no queue
     */
    record WhenFull(Policy policy, int depth) {
        /** As many as fit between a short pause of a subscriber and values that are of no use any more. */
        public static final int USUAL_DEPTH = 100;

        public static final int MAX_DEPTH = 100_000;

        /** Who waits, or what is lost. */
        public enum Policy {
            /** The publisher waits, and with it all subscribers. */
            @SerializedName("block")
            BLOCK,
            /** The oldest message that waits makes room. */
            @SerializedName("drop-oldest")
            DROP_OLDEST,
            /** The new message is lost. */
            @SerializedName("drop-newest")
            DROP_NEWEST;

            /** The name that a user types. */
            public String label() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }

            /** The policy with this label. */
            public static Optional<Policy> labelled(String label) {
                return Stream.of(values())
                        .filter(policy -> policy.label().equals(label))
                        .findFirst();
            }
        }

        public WhenFull {
            if (depth < 1 || depth > MAX_DEPTH) {
                throw new IllegalArgumentException(
                        "depth must be between 1 and %d, was %d".formatted(MAX_DEPTH, depth));
            }
        }

        /** The usual number of messages that wait. */
        public static WhenFull of(Policy policy) {
            return new WhenFull(policy, policy == Policy.BLOCK ? 1 : USUAL_DEPTH);
        }

        /** Whether the publisher never waits for a subscriber. */
        public boolean drops() {
            return policy != Policy.BLOCK;
        }

        /** Whether the user leaves the number of messages that wait to others. */
        public boolean hasUsualDepth() {
            return equals(of(policy));
        }

        /** As a user types it. */
        public String label() {
            return hasUsualDepth() ? policy.label() : policy.label() + ":" + depth;
        }
    }
}
