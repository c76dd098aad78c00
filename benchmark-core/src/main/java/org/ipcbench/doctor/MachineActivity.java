package org.ipcbench.doctor;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MachineMeter;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MachineStalls;

/**
 * Other activity on the machine, watched for a while.
 *
 * @param meter reads the kernel's counters
 * @param clock measures the watched time
 * @param ownNanos CPU time of this process, in nanoseconds
 * @param watch waits while the machine is watched
 * @param look looks for stalls, which no transport can avoid
 */
record MachineActivity(
        MachineMeter meter, NanoClock clock, LongSupplier ownNanos, Runnable watch, Supplier<MachineStalls> look)
        implements Probe {
    /** Load above this limit makes the figures of a run suspect. */
    private static final double MAX_LOAD_BY_OTHERS = 0.1;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MAX_STEAL = 0.05;

    /** Many transports deliver a message faster than this. */
    private static final double USUAL_NANOS = 100_000;

    /** Percentiles that stalls may spoil, the worst case first. */
    private static final double[] PERCENTILES = {90, 99, 99.9};

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(load());
        findings.addAll(stalls(look.get()));
        return findings;
    }

    private static List<Finding> stalls(MachineStalls stalls) {
        OptionalDouble spoilt = DoubleStream.of(PERCENTILES)
                .filter(percentile -> MachineStalls.explains(percentile, stalls.shareBeyond(USUAL_NANOS)))
                .findFirst();
        if (spoilt.isEmpty()) {
            return List.of();
        }
        double percentile = spoilt.getAsDouble();
        return List.of(
                new Finding(
                        "stalls",
                        percentile == PERCENTILES[0] ? Severity.SERIOUS : Severity.MODERATE,
                        text("the machine held a thread up for %.1f %% of the time, ", 100 * stalls.shareOfThread())
                                + text("longest %.1f ms", stalls.longestNanos() / NANOS_PER_MILLI),
                        "from p%s on, percentiles below 100 us are the machine's rather than a transport's"
                                .formatted(new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                        .format(percentile)),
                        "end what else runs (top), look for a quieter hour (vmstat 1, column st), or for a machine without a hypervisor"));
    }

    private List<Finding> load() {
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
        double others =
                (double) (load.chargedNanos() - (ownNanos.getAsLong() - ownBefore)) / elapsedNanos / load.cpus();
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
