package org.ipcbench.run.advice;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.advise.Target;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;

/**
 * How a candidate's messages are sent; their size, shape and rate are the target's.
 *
 * @param duration time of an iteration; empty for the usual time of a target
 * @param arrivals how the times are spread
 * @param pacing how the client waits for the next one
 * @param payload how much of a message is written and read
 */
public record TrialSchedule(Optional<Duration> duration, ArrivalPattern arrivals, Pacing pacing, Payload payload) {
    /** Equal gaps for the usual time, and a client that spins. */
    public static final TrialSchedule USUAL =
            new TrialSchedule(Optional.empty(), new ArrivalPattern.Constant(), Pacing.SPIN, Payload.TOUCHED);

    /**
     * Refuses a target whose messages are too small for a load.
     *
     * @throws InvalidRequestException if they are
     */
    public void requireRoom(Target target) {
        load(target, target.usual(arrivals)).tooSmall().ifPresent(lack -> {
            throw new InvalidRequestException(Argument.SIZES, lack);
        });
    }

    /**
     * The load of a target.
     *
     * @throws InvalidRequestException if its messages are too small, or the duration is too short
     */
    Load load(Target target) {
        requireRoom(target);
        return load(target, time(target));
    }

    /** Returns a copy for a machine that stalls: with longer iterations, unless the user has chosen how long they are. */
    TrialSchedule patient(Target target) {
        return new TrialSchedule(
                Optional.of(duration.orElseGet(() -> target.patient(arrivals))), arrivals, pacing, payload);
    }

    private Load load(Target target, Duration time) {
        return target.load(new Load(
                new Extent.Period(time.toNanos()),
                target.requestBytes(),
                payload,
                (double) target.ratePerSecond(),
                arrivals,
                pacing));
    }

    private Duration time(Target target) {
        if (duration.isEmpty()) {
            return target.usual(arrivals);
        }
        Duration shortest = target.shortest(arrivals);
        if (duration.get().compareTo(shortest) < 0) {
            throw new InvalidRequestException(
                    Argument.DURATION,
                    "too short: a p99, and the bursts of all clients, take %d messages in each iteration; give at least %d ms"
                            .formatted(target.fewestMessages(arrivals), shortest.toMillis() + 1));
        }
        return duration.get();
    }
}
