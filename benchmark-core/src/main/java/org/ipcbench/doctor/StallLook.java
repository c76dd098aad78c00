package org.ipcbench.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CompilerThreads;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.meter.StallMeter;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.text.DurationText;

/**
 * What a look at the machine's stalls says about tails before anything is measured.
 *
 * @param stalls what two threads have seen that only slept and looked at the clock
 */
public record StallLook(MachineStalls stalls) {
    /** How long the threads look; docs/evidence/error-rates.md says how often that misleads. */
    public static final Duration TIME = Duration.ofSeconds(2);

    /** What helps against stalls. */
    static final String REMEDY =
            "end what else runs (top), look for a quieter hour (vmstat 1, column st), or for a machine without a hypervisor";

    /** Many transports deliver a message faster than this. */
    static final double USUAL_NANOS = 100_000;

    private static final double PERCENT = 100;

    /** The search for the least latency ends here. */
    private static final double NOTHING_NANOS = 1;

    /** Lets as many threads look as there are peers, if each can have a CPU. */
    public static StallLook now() {
        CompletableFuture<Stalls> other = Runtime.getRuntime().availableProcessors() < Intent.PEERS
                ? CompletableFuture.completedFuture(Stalls.UNKNOWN)
                : looking();
        return new StallLook(new MachineStalls(looking().join(), other.join()));
    }

    private static CompletableFuture<Stalls> looking() {
        return WakeUpMeter.aside(() -> {
            try (MeasuringThread self = MeasuringThread.ofCallingThread()) {
                StallMeter meter = new StallMeter(NanoClock.system(), self, CompilerThreads.system());
                meter.warm();
                return meter.observe(TIME.toNanos(), StallMeter.Wait.NAPPING);
            } catch (IOException e) {
                return Stalls.UNKNOWN;
            }
        });
    }

    /** Whether the stalls alone may miss a bound of a percentile. */
    public boolean spoils(double percentile, double boundNanos) {
        return stalls.isKnown() && boundNanos < stalls.leastNanos(percentile);
    }

    /** How often and how long the machine stalls. */
    String statement() {
        return String.format(
                Locale.ROOT,
                "this machine stalls %.1f %% of the time, up to %s",
                PERCENT * stalls.share(),
                time((double) stalls.longestNanos()));
    }

    /** What is said if no thread could look. */
    static String unknown(double percentile) {
        return "whether stalls of this machine spoil a %s is not known: its kernel does not tell who had the CPU"
                .formatted(label(percentile));
    }

    /** How often and how long the machine stalls, and what this leaves undecided. */
    String measured() {
        double least = stalls.leastNanos(Percentiles.P99);
        return least > NOTHING_NANOS
                ? "%s (%s)".formatted(statement(), limit(Percentiles.P99))
                : statement() + ", which spoils no p99";
    }

    /** What cannot be decided. */
    String limit(double percentile) {
        return "a %s below %s cannot be decided here without leaving the stalls out"
                .formatted(label(percentile), time(stalls.leastNanos(percentile)));
    }

    /** One line for a run whose percentile has to stay below a bound. */
    public String line(double percentile, double boundNanos) {
        if (!stalls.isKnown()) {
            return unknown(percentile);
        }
        return spoils(percentile, boundNanos)
                ? "%s: %s, as this run does; %s".formatted(statement(), limit(percentile), REMEDY)
                : "%s: a %s of %s can be decided here, unless it stalls more under load"
                        .formatted(statement(), label(percentile), time(boundNanos));
    }

    /**
     * One line for a run that compares a percentile of messages that are due at given times; empty if the stalls do not spoil it where
     * transports usually are.
     */
    public Optional<String> line(double percentile) {
        return line("", percentile, stalls.leastNanos(percentile));
    }

    /** The same of calls that wait for each other, of which a stall delays a single one. */
    public Optional<String> lineInTurns(double percentile) {
        return line(
                "of calls of %s, ".formatted(time(USUAL_NANOS)),
                percentile,
                stalls.leastNanosInTurns(percentile, USUAL_NANOS));
    }

    private Optional<String> line(String calls, double percentile, double leastNanos) {
        return stalls.isKnown() && leastNanos > USUAL_NANOS
                ? Optional.of("%s: %sfrom %s on, a difference of %s below %s is chance; %s"
                        .formatted(statement(), calls, label(percentile), label(percentile), time(leastNanos), REMEDY))
                : Optional.empty();
    }

    private static String label(double percentile) {
        return percentile == Math.rint(percentile) ? "p" + (long) percentile : "p" + percentile;
    }

    private static String time(double nanos) {
        return new DurationText(nanos).in(Locale.ROOT);
    }
}
