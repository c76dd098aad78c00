package org.ipcbench.doctor;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ipcbench.environment.Cpu;
import org.ipcbench.measure.clock.NanoClock;

/**
 * The cost of reading the clock.
 *
 * @param cpu the processors
 * @param clock the clock by which messages are timed
 */
record ClockReading(Cpu cpu, NanoClock clock) implements Probe {
    /** Sources that are registers of the CPU. */
    private static final Set<String> REGISTERS = Set.of("tsc", "arch_sys_counter");

    /** Number of batches, of which the fastest counts: other processes may run during the others. */
    private static final int BATCHES = 10;

    private static final int READINGS = 200;

    /** A limit for readings without a system call, which take 20 to 50 ns. */
    private static final double MAX_NANOS_WITHOUT_CALL = 200;

    @Override
    public List<Finding> findings() {
        if (cpu.clockSource().isEmpty() || REGISTERS.contains(cpu.clockSource())) {
            return List.of();
        }
        double nanos = readingNanos();
        return List.of(new Finding(
                "slow clock",
                nanos > MAX_NANOS_WITHOUT_CALL ? Severity.SERIOUS : Severity.MODERATE,
                String.format(
                        Locale.ROOT,
                        "the kernel reads the time from %s, and a reading takes %.0f ns",
                        cpu.clockSource(),
                        nanos),
                "each latency includes a reading; a sampled message takes two",
                "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource, where"
                        + " available_clocksource has it"));
    }

    private double readingNanos() {
        long fastest = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            long start = clock.nanos();
            long now = start;
            for (int reading = 0; reading < READINGS; reading++) {
                now = clock.nanos();
            }
            fastest = Math.min(fastest, now - start);
        }
        return (double) fastest / READINGS;
    }
}
