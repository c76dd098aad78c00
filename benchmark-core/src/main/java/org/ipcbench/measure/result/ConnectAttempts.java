package org.ipcbench.measure.result;

import java.util.Collection;
import java.util.function.ToLongFunction;

/**
 * How clients got through the one listening socket of their server.
 *
 * @param refused number of times that its queue was full, as a client was told, or the kernel has counted for TCP; {@link Count#UNKNOWN}
 *     if the kernel does not tell
 * @param repeated number of times that a client, or TCP for it, asked again; {@link Count#UNKNOWN} likewise
 * @param longestNanos the longest time until a connection was open, in nanoseconds; 0 if each message has a connection
 */
public record ConnectAttempts(long refused, long repeated, long longestNanos) {
    /** Nobody was refused. */
    public static final ConnectAttempts NONE = new ConnectAttempts(0, 0, 0);

    /** What all of these peers have counted. */
    public static ConnectAttempts ofAll(Collection<ConnectAttempts> peers) {
        return new ConnectAttempts(
                sum(peers, ConnectAttempts::refused),
                sum(peers, ConnectAttempts::repeated),
                peers.stream().mapToLong(ConnectAttempts::longestNanos).max().orElse(0));
    }

    private static long sum(Collection<ConnectAttempts> peers, ToLongFunction<ConnectAttempts> count) {
        return peers.stream().mapToLong(count).anyMatch(each -> each == Count.UNKNOWN)
                ? Count.UNKNOWN
                : peers.stream().mapToLong(count).sum();
    }
}
