package org.ipcbench.launch;

import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.shape.Shape;

/**
 * The report of a peer that is not this program. Nothing is known of how it has measured, so the report itself has to show that it
 * has warmed up, has read the payload, has read the machine's monotonic clock, and has taken its samples.
 *
 * @param role the peer's role
 * @param told its report
 * @param hasOneClock whether its clock and its partner's are proven to be one
 * @param hasLaunchersClock whether it reads the launcher's clock
 */
record OtherReport(Role role, PeerMeasurement told, boolean hasOneClock, boolean hasLaunchersClock) {
    /** As long as this, or half of the longest warm-up, every client warms up. */
    private static final long MIN_WARM_UP_NANOS = 300_000_000;

    /**
     * Refuses a report that shows the contrary.
     *
     * @param partner the report of the other peer
     * @param milestones when the iteration reached its stages, by this process's clock
     */
    void require(Workload workload, long warmUpNanos, PeerMeasurement partner, Milestones milestones)
            throws IterationFailedException {
        ConnectionMeasurement connection = only(told);
        requireWarmUp(partner, warmUpNanos, milestones);
        if (role == Role.CLIENT && !isBetweenGoAndReport(connection, milestones)) {
            throw failure(
                    "its measured part is not between 'Go' and its report: it reads another clock than CLOCK_MONOTONIC");
        }
        if (connection.latencies().getTotalCount() > connection.attempted()) {
            throw failure("it has more latencies than messages");
        }
        if (role == Role.SERVER || workload.question().inTurns()) {
            requirePayload(workload, connection);
        }
        requireSamples(workload, partner);
    }

    private boolean isBetweenGoAndReport(ConnectionMeasurement connection, Milestones milestones) {
        return hasLaunchersClock
                ? milestones.encloses(connection.startNanos(), connection.elapsedNanos())
                : milestones.allows(connection.elapsedNanos());
    }

    /** The client chooses which messages are sampled; of messages in one direction, the server records the latencies. */
    private void requireSamples(Workload workload, PeerMeasurement partner) throws IterationFailedException {
        Sampling sampling = (role == Role.CLIENT ? told : partner).sampling();
        if (role == Role.CLIENT) {
            requireRule(sampling);
        }
        boolean inTurns = workload.question().inTurns();
        if (inTurns && role == Role.CLIENT) {
            requireSamples(sampling, only(told));
        } else if (!inTurns && hasOneClock && workload.requestBytes() >= Load.MIN_MESSAGE_BYTES) {
            requireSamples(sampling, only(role == Role.SERVER ? told : partner));
        }
    }

    /** A peer that samples some of its messages has to know how long one takes. */
    private void requireRule(Sampling sampling) throws IterationFailedException {
        if (sampling.interval() < 1 || (sampling.interval() > 1 && !(sampling.messageNanos() > 0))) {
            throw failure("it samples one of %d messages, which take %.0f ns by its warm-up"
                    .formatted(sampling.interval(), sampling.messageNanos()));
        }
    }

    /** The gap before each sample is shorter than twice the interval. */
    private void requireSamples(Sampling sampling, ConnectionMeasurement recorded) throws IterationFailedException {
        long messages = recorded.messages();
        long least = (messages - 1) / (2 * sampling.interval() - 1);
        long samples = recorded.latencies().getTotalCount();
        if (samples < least) {
            throw failure("of %d messages, one of %d sampled, there are %d latencies, expected %d or more"
                    .formatted(messages, sampling.interval(), samples, least));
        }
    }

    private void requireWarmUp(PeerMeasurement partner, long warmUpNanos, Milestones milestones)
            throws IterationFailedException {
        long own = told.conditions().warmUp().messages();
        long others = partner.conditions().warmUp().messages();
        if (own != others) {
            throw failure("it counts %d messages of the warm-up, the other peer %d".formatted(own, others));
        }
        long least = Math.min(warmUpNanos / 2, MIN_WARM_UP_NANOS);
        if (role == Role.CLIENT && milestones.warmUpNanos() < least) {
            throw failure("its warm-up took %d ms, and has to take %d ms or more"
                    .formatted(milestones.warmUpNanos() / 1_000_000, least / 1_000_000));
        }
    }

    private void requirePayload(Workload workload, ConnectionMeasurement connection) throws IterationFailedException {
        int bytes = role == Role.SERVER ? workload.requestBytes() : workload.answerBytes();
        long first = told.conditions().warmUp().messages();
        long expected = workload.shape()
                .filter(Shape::isCoded)
                .map(shape -> Codecs.sumOfIntegers(shape.codec(), bytes, first, connection.messages()))
                .orElseGet(() -> MessageLayout.sumOfTouched(bytes, first, connection.messages()));
        Long sum = connection.payloadSum();
        if (sum == null || sum != expected) {
            throw failure("the sum of the payload that it has read is %d, expected %d: it does not check every message"
                    .formatted(sum, expected));
        }
    }

    private IterationFailedException failure(String text) {
        return new IterationFailedException("the %s's report is refused: %s".formatted(role.label(), text));
    }

    private static ConnectionMeasurement only(PeerMeasurement report) throws IterationFailedException {
        if (report.connections().size() != 1) {
            throw new IterationFailedException("a report has %d connections, expected 1"
                    .formatted(report.connections().size()));
        }
        return report.connections().get(0);
    }
}
