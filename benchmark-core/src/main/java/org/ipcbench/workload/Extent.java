package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.BatchTimer;

/** How much of a workload is measured: a number of messages or a time. */
public sealed interface Extent {

    /**
     * Runs the measured batch and returns its number of messages.
     *
     * @param part the batch's timer, which is told about its beginning, progress and end
     * @param messageNanos expected time of a message, in nanoseconds
     */
    long run(ClientHalf client, BatchTimer part, double messageNanos) throws IOException;

    /**
     * Returns the share of one of several clients: a number of messages is divided among them, a time is the same for
     * all.
     *
     * @param client number of the client, from 0
     * @param clients number of clients; at most one for each message
     */
    Extent share(int client, int clients);

    /** Expected duration of the measured batch if a message takes this time; both in nanoseconds. */
    long expectedNanos(double messageNanos);

    /** Expected number of messages of the measured batch if a message takes this time, in nanoseconds. */
    long expectedMessages(double messageNanos);

    /** A number of messages. */
    record Count(long messages) implements Extent {
        public Count {
            if (messages < 1) {
                throw new IllegalArgumentException("messages must be at least 1, was " + messages);
            }
        }

        /** The smallest number of whole messages that carry at least this volume, in bytes. */
        public static Count ofVolume(long totalBytes, int requestBytes) {
            return new Count((totalBytes + requestBytes - 1) / requestBytes);
        }

        @Override
        public Extent share(int client, int clients) {
            return new Count(messages / clients + (client < messages % clients ? 1 : 0));
        }

        @Override
        public long run(ClientHalf client, BatchTimer part, double messageNanos) throws IOException {
            client.batch(messages, part, messageNanos);
            return messages;
        }

        @Override
        public long expectedNanos(double messageNanos) {
            return (long) (messages * messageNanos);
        }

        @Override
        public long expectedMessages(double messageNanos) {
            return messages;
        }
    }

    /** The number of messages that fit into a time, in nanoseconds. */
    record Period(long nanos) implements Extent {
        public Period {
            if (nanos < 1) {
                throw new IllegalArgumentException("nanos must be at least 1, was " + nanos);
            }
        }

        @Override
        public Extent share(int client, int clients) {
            return this;
        }

        @Override
        public long run(ClientHalf client, BatchTimer part, double messageNanos) throws IOException {
            return client.batchLasting(nanos, part, messageNanos);
        }

        @Override
        public long expectedNanos(double messageNanos) {
            return nanos;
        }

        @Override
        public long expectedMessages(double messageNanos) {
            return (long) (nanos / messageNanos);
        }
    }
}
