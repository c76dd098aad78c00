package org.ipcbench.cli.options;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.run.advice.TrialSchedule;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Option;

/** How the times of a load are spread, and how the client waits for them. */
public final class ScheduleOptions {
    @Option(
            names = "--arrivals",
            paramLabel = "PATTERN",
            defaultValue = "constant",
            description = "How the times are spread: " + ArrivalPattern.ALLOWED
                    + " messages at once (default: ${DEFAULT-VALUE}).")
    ArrivalPattern arrivals = new ArrivalPattern.Constant();

    @Option(
            names = "--pacing",
            paramLabel = "WAY",
            defaultValue = "spin",
            converter = NamedChoices.PacingName.class,
            completionCandidates = NamedChoices.PacingName.class,
            description =
                    "How the client waits for the next time, spin or sleep; sleeping ends tens of microseconds late (default:"
                            + " ${DEFAULT-VALUE}).")
    Pacing pacing = Pacing.SPIN;

    /** The same for the candidates of advice, for this time or, if it is empty, the usual one. */
    public TrialSchedule trials(Optional<Duration> duration, Payload payload) {
        return new TrialSchedule(duration, arrivals, pacing, payload);
    }

    /** A load of messages of this size, at this rate. */
    public Load load(Duration duration, int requestBytes, Payload payload, double ratePerSecond) {
        return new Load(new Extent.Period(duration.toNanos()), requestBytes, payload, ratePerSecond, arrivals, pacing);
    }
}
