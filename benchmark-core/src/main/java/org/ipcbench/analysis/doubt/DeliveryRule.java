package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Rule.found;
import static org.ipcbench.analysis.doubt.Rule.text;

import java.util.Optional;
import org.ipcbench.measure.sample.LatencyKind;

/** Doubts about lost and damaged messages. */
enum DeliveryRule implements Rule {
    LOST {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            double share = evidence.total(iteration -> iteration.losses().lost())
                    / evidence.total(iteration -> iteration.sent());
            if (share <= greatestLoss(evidence.latencyKind())) {
                return Optional.empty();
            }
            Optional<Reason> lost = found(
                    Reason.Kind.LOST,
                    text("%.1f %% of the messages got lost", 100 * share),
                    "share",
                    share,
                    "try a larger --buffer");
            return evidence.latencyKind().toleratesLoss() ? lost.map(Reason::asNote) : lost;
        }
    },
    STRANGERS {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            double messages =
                    evidence.total(iteration -> iteration.clientConditions().strangers()
                            + iteration.serverConditions().strangers());
            return messages == 0
                    ? Optional.empty()
                    : found(
                            Reason.Kind.STRANGERS,
                            text("messages of strangers that came in between: %.0f", messages),
                            "messages",
                            messages,
                            "stop what sends to ports of this machine");
        }
    },
    CORRUPT {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            double corrupt = evidence.total(iteration -> iteration.losses().corrupt());
            return corrupt == 0
                    ? Optional.empty()
                    : found(
                            Reason.Kind.CORRUPT,
                            text("damaged messages: %.0f", corrupt),
                            "messages",
                            corrupt,
                            "measure again, and report it with results.jsonl");
        }
    };

    /** Losing a hundredth of the messages hardly changes the rate of a stream. */
    private static final double STREAM_LOSS = 0.01;

    /** The lost round trips are the slow ones: if more than this share is lost, the 99.9th percentile is unknown. */
    private static final double ROUND_TRIP_LOSS = 0.001;

    private static double greatestLoss(LatencyKind latencyKind) {
        return latencyKind.inTurns() ? ROUND_TRIP_LOSS : STREAM_LOSS;
    }
}
