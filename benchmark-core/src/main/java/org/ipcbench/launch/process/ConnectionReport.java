package org.ipcbench.launch.process;

import java.util.Optional;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.workload.Workload;

/**
 * The reports of both ends of a connection.
 *
 * @param client index of the client that the connection belongs to
 * @param sent the client's end
 * @param received the server's end; empty if one peer plays both roles and has reported both ends as one
 * @param receiverKeepsTime whether messages may be lost and both ends read one clock: then only the receiver knows when the last one
 *     has arrived
 */
public record ConnectionReport(
        PeerName client,
        ConnectionMeasurement sent,
        Optional<ConnectionMeasurement> received,
        Workload workload,
        boolean receiverKeepsTime) {

    public void requireEqualCounts() throws IterationFailedException {
        if (received.isPresent() && sent.attempted() != received.get().attempted()) {
            throw new IterationFailedException("%s sent %d messages, the server received %d"
                    .formatted(
                            client.withArticle(),
                            sent.attempted(),
                            received.get().attempted()));
        }
    }

    /** The end that knows the latencies and when the last message has arrived. */
    public ConnectionMeasurement timekeeper() {
        return workload.question().inTurns() ? sent : received.orElse(sent);
    }

    /** The losses that the receivers counted; for round trips, both ends together. */
    public Losses losses() {
        return received.map(ConnectionMeasurement::losses).orElse(Losses.NONE).plus(sent.losses());
    }

    public long startNanos() {
        return sent.startNanos();
    }

    public long endNanos() {
        return startNanos() + elapsedNanos();
    }

    public ClientFigures figures() {
        return ClientFigures.of(timekeeper(), elapsedNanos());
    }

    private long elapsedNanos() {
        long arrivedNanos = receiverKeepsTime ? timekeeper().elapsedNanos() : sent.elapsedNanos();
        return workload.elapsedNanos(Math.max(1, arrivedNanos));
    }
}
