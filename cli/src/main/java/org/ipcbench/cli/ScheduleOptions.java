package org.ipcbench.cli;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.workload.ArrivalPattern;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Pacing;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Option;

/** How the times of a load are spread, and how the client waits for them. */
final class ScheduleOptions {
    @Option(
            names = "--arrivals",
            paramLabel = "PATTERN",
            defaultValue = "constant",
            converter = Converters.ArrivalText.class,
            description = "How the times are spread: " + ArrivalPattern.ALLOWED
                    + " messages at once (default: ${DEFAULT-VALUE}).")
    ArrivalPattern arrivals = new ArrivalPattern.Constant();

    @Option(
            names = "--pacing",
            paramLabel = "WAY",
            defaultValue = "spin",
            converter = Converters.PacingName.class,
            completionCandidates = Converters.PacingName.class,
            description =
                    "How the client waits for the next time, spin or sleep; sleeping ends tens of microseconds late (default:"
                            + " ${DEFAULT-VALUE}).")
    Pacing pacing = Pacing.SPIN;

    /** A load of messages of this size, at this rate. */
    Workload.Load load(Duration duration, int sizeBytes, Payload payload, long ratePerSecond) {
        return new Workload.Load(
                new Extent.Period(duration.toNanos()), sizeBytes, payload, (double) ratePerSecond, arrivals, pacing);
    }

    /** Why messages of this size cannot be sent by a schedule; empty where they can. */
    static Optional<String> lack(int sizeBytes) {
        return sizeBytes >= Workload.Load.MIN_MESSAGE_BYTES
                ? Optional.empty()
                : Optional.of("%d bytes have no room for the time that a message carries; give %d bytes or more"
                        .formatted(sizeBytes, Workload.Load.MIN_MESSAGE_BYTES));
    }
}
