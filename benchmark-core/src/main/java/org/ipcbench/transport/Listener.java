package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;

/** The server's end of a transport before a client has connected. */
public interface Listener extends Closeable {

    /**
     * The address that the client connects to, chosen at run time: a port, a path or a process id, depending on the
     * transport.
     */
    String address();

    /** What further server processes need to share what this one has made, see {@link Transport#listenAmong}. */
    default String ticket() {
        return address();
    }

    /**
     * Waits for the peer that proves the session's token, and rejects all others. Each peer has a deadline for its
     * proof.
     *
     * @throws java.io.IOException if no peer proved the token within the session's connect timeout
     */
    Channel accept() throws IOException;

    /**
     * Removes what listening created; does not close the channel that {@link #accept} returned. A second call does
     * nothing.
     */
    @Override
    void close() throws IOException;

    /**
     * The listener of a transport whose client {@linkplain Trait#STARTS_SERVER starts the server} anew for each request, or asks a {@linkplain
     * Trait#FOREIGN_SERVER server of the user's}. It prepares what the client's channels start, accepts nobody, and belongs to the client's
     * process.
     */
    interface ServerStarter extends Listener {

        /** Called before the measured part: looks for what the next reading needs, so that it takes little time. */
        default void arm() throws IOException {}

        /** What the started servers that have ended, or the processes of the user's server, have used so far. */
        Usage usage() throws IOException;

        /** There is nobody to accept: a server gets its request when it is started. */
        @Override
        default Channel accept() {
            throw new UnsupportedOperationException("a server that is started for each request connects to nobody");
        }

        /**
         * What processes have used.
         *
         * @param userNanos CPU time in user mode, in nanoseconds
         * @param systemNanos CPU time in the kernel, in nanoseconds
         * @param minorFaults page faults without a read from disk
         * @param majorFaults page faults with a read from disk
         * @param voluntarySwitches number of times that they waited
         * @param involuntarySwitches number of times that they were preempted
         * @param residentBytes memory in RAM of one that has been started and waits for its request; -1 if unknown
         */
        record Usage(
                long userNanos,
                long systemNanos,
                long minorFaults,
                long majorFaults,
                long voluntarySwitches,
                long involuntarySwitches,
                long residentBytes) {
            private static final long UNKNOWN_COUNT = -1;

            /** Of processes that cannot be seen. */
            public static final Usage UNKNOWN =
                    new Usage(0, 0, UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT);

            /** What has been used since an earlier reading; unknown if one of both is, or if processes have ended and took their numbers along. */
            public Usage since(Usage before) {
                if (equals(UNKNOWN)
                        || before.equals(UNKNOWN)
                        || userNanos + systemNanos < before.userNanos + before.systemNanos) {
                    return UNKNOWN;
                }
                long both = userNanos + systemNanos - before.userNanos - before.systemNanos;
                long user = Math.min(Math.max(userNanos - before.userNanos, 0), both); // modes are told in ticks
                return new Usage(
                        user,
                        both - user,
                        grown(minorFaults, before.minorFaults),
                        grown(majorFaults, before.majorFaults),
                        grown(voluntarySwitches, before.voluntarySwitches),
                        grown(involuntarySwitches, before.involuntarySwitches),
                        residentBytes);
            }

            /** Threads and processes that have ended may take their counts along. */
            private static long grown(long count, long before) {
                return count < before ? UNKNOWN_COUNT : count - before;
            }
        }
    }
}
