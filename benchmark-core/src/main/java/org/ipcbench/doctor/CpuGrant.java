package org.ipcbench.doctor;

import java.util.List;
import java.util.Locale;
import org.ipcbench.kernel.ControlGroups;

/**
 * Whether control groups limit the peers' CPU time.
 *
 * @param groups the control groups around this process
 */
record CpuGrant(ControlGroups groups) implements Probe {

    @Override
    public List<Finding> findings() {
        double cpus = groups.cpus();
        if (Double.isInfinite(cpus)) {
            return List.of();
        }
        long throttled = groups.throttledPeriods();
        boolean tooFew = cpus < Intent.PEERS;
        if (!tooFew && throttled == 0) {
            return List.of();
        }
        return List.of(
                new Finding(
                        "CPU limit",
                        tooFew ? Severity.SERIOUS : Severity.MODERATE,
                        String.format(
                                Locale.ROOT,
                                "the control group grants the time of %.2f CPUs, and was stopped %d times so far",
                                cpus,
                                throttled),
                        "once its time is used up, every process stands still until the next period: long pauses, low rates",
                        "docker run --cpus=4, systemctl set-property UNIT CPUQuota=400%, or raise cpu.max of the control group"));
    }
}
