package org.ipcbench.plan.rounds;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;

/** Load of the machine during a round, besides the measured processes. */
final class RoundLoad {
    /** A smaller share is not mentioned. */
    private static final double MIN_SHARE = 0.01;

    private double capacityNanos;
    private double stealNanos;
    private double otherNanos;

    void add(Measurement measurement) {
        MachineLoad machine = measurement.clientConditions().machine();
        if (machine.isKnown()) {
            capacityNanos += (double) machine.cpus() * measurement.elapsedNanos();
            stealNanos += machine.stealNanos();
            otherNanos += machine.chargedNanos() - measurement.ownCpuNanos();
        }
    }

    /** For example {@code  (steal 12 %, load by others 30 %)}; empty if the kernel shows nothing. */
    String text() {
        List<String> parts = new ArrayList<>();
        addShare(parts, "steal", stealNanos);
        addShare(parts, "load by others", otherNanos);
        return parts.isEmpty() ? "" : " (%s)".formatted(String.join(", ", parts));
    }

    private void addShare(List<String> parts, String what, double nanos) {
        if (nanos > MIN_SHARE * capacityNanos) {
            parts.add(String.format(Locale.ROOT, "%s %.0f %%", what, 100 * nanos / capacityNanos));
        }
    }
}
