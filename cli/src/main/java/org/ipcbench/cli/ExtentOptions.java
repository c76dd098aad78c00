package org.ipcbench.cli;

import java.time.Duration;
import org.ipcbench.workload.Extent;
import picocli.CommandLine.ArgGroup;

/** How many messages or round trips, or for how long; for a second unless the user says otherwise. */
final class ExtentOptions {
    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(1);

    @ArgGroup
    Amount amount = new Amount();

    Extent extent() {
        return amount.or(new Extent.Period(DEFAULT_DURATION.toNanos()));
    }
}
