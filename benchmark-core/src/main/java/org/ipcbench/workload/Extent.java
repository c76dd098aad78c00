package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.NanoClock;

/** How much of a workload is measured. */
public sealed interface Extent {

    /** Runs the measured batch and returns how many messages it had. */
    long run(ClientHalf client, NanoClock clock, long messagesPerLook) throws IOException;

    /** A number of messages. */
    record Count(long messages) implements Extent {
        public Count {
            if (messages < 1) {
                throw new IllegalArgumentException("messages must be at least 1, was " + messages);
            }
        }

        /** As many whole messages as carry at least this volume. */
        public static Count ofVolume(long totalBytes, int messageSizeBytes) {
            return new Count((totalBytes + messageSizeBytes - 1) / messageSizeBytes);
        }

        @Override
        public long run(ClientHalf client, NanoClock clock, long messagesPerLook) throws IOException {
            client.batch(messages);
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
        public long run(ClientHalf client, NanoClock clock, long messagesPerLook) throws IOException {
            return client.batchLasting(nanos, clock, messagesPerLook);
        }
    }
}
