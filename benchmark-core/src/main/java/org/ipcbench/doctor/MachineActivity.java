package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MachineMeter;
import org.ipcbench.measure.result.MachineLoad;

/**
 * Other activity on the machine, watched for a while.
 *
 * @param meter reads the kernel's counters
 * @param clock measures the watched time
 * @param ownNanos CPU time of this process, in nanoseconds
 * @param watch waits while the machine is watched
 */
record MachineActivity(MachineMeter meter, NanoClock clock, LongSupplier ownNanos, Runnable watch) implements Probe {
    /** Load above this limit makes the figures of a run suspect. */
    private static final double MAX_LOAD_BY_OTHERS = 0.1;

    private static final double MAX_STEAL = 0.05;

    @Override
    public List<Finding> findings() {
        long startNanos = clock.nanos();
        long ownBefore = ownNanos.getAsLong();
        meter.arm();
        watch.run();
        long elapsedNanos = Math.max(1, clock.nanos() - startNanos);
        MachineLoad load = meter.end(elapsedNanos);
        if (!load.isKnown()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        double others = (double) (load.busyNanos() - (ownNanos.getAsLong() - ownBefore)) / elapsedNanos / load.cpus();
        if (others > MAX_LOAD_BY_OTHERS) {
            findings.add(new Finding(
                    "load",
                    Severity.SERIOUS,
                    text("other processes use %.0f %% of the CPUs that a run may use", 100 * others),
                    "peers wait for their CPU: low rates, and latencies that are the scheduler's",
                    "find them with top and end them, or wait"));
        }
        double steal = (double) load.stealNanos() / elapsedNanos * Math.min(1, (double) Intent.PEERS / load.cpus());
        if (steal > MAX_STEAL) {
            findings.add(new Finding(
                    "steal",
                    Severity.SERIOUS,
                    text("the hypervisor takes %.0f %% of a CPU away from two peers", 100 * steal),
                    "peers stand still for moments that the suite cannot see",
                    "look for a quieter hour with vmstat 1, column st"));
        }
        return findings;
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
