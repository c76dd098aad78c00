package org.ipcbench.measure.result;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How clients got through the one listening socket of their server.
 *
 * @param refused number of times that its queue was full, as a client was told, or the kernel has counted for TCP; {@link Count#UNKNOWN}
 *     if the kernel does not tell
 * @param repeated number of times that a client, or TCP for it, asked again; {@link Count#UNKNOWN} likewise
 * @param longestNanos the longest time until a connection was open, in nanoseconds; 0 if each message has a connection
 * @param network the network namespace in which the kernel has counted repetitions, of all its processes together; null if clients have
 *     counted their own
 */
public record ConnectAttempts(
        long refused,
        long repeated,
        long longestNanos,
        @Nullable String network) {
    /** Nobody was refused. */
    public static final ConnectAttempts NONE = new ConnectAttempts(0, 0, 0, null);

    /** What all of these peers have counted. The kernel's count of a namespace is that of the peer that has seen most of it. */
    public static ConnectAttempts ofAll(Collection<ConnectAttempts> peers) {
        Map<String, Long> counted = new HashMap<>();
        for (ConnectAttempts peer : peers) {
            if (peer.network != null) {
                counted.merge(peer.network, peer.repeated, ConnectAttempts::larger);
            }
        }
        LongStream own = peers.stream().filter(peer -> peer.network == null).mapToLong(ConnectAttempts::repeated);
        return new ConnectAttempts(
                sum(peers.stream().mapToLong(ConnectAttempts::refused)),
                sum(LongStream.concat(own, counted.values().stream().mapToLong(Long::longValue))),
                peers.stream().mapToLong(ConnectAttempts::longestNanos).max().orElse(0),
                null);
    }

    private static long larger(long one, long other) {
        return one == Count.UNKNOWN || other == Count.UNKNOWN ? Count.UNKNOWN : Math.max(one, other);
    }

    private static long sum(LongStream counts) {
        return counts.reduce(
                0, (one, other) -> one == Count.UNKNOWN || other == Count.UNKNOWN ? Count.UNKNOWN : one + other);
    }
}
