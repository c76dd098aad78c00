package org.ipcbench.analysis;

import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;

/** A made-up iteration of a cell of one speed, in which nothing is wrong. */
public final class SoundIteration {
    /** Half a second with a look every half a millisecond. */
    private static final int LOOKS = 1000;

    private static final int CPUS = 2;
    private static final long KERNEL_TICK_NANOS = 10_000_000;

    private SoundIteration() {}

    /** On a machine whose other processes use up to 2 % of two CPUs, booked in ticks, and whose compilers are at rest but for 5 %. */
    private static Occasion quiet(Noise noise, boolean together, boolean moves) {
        Waits resting = together ? Waits.together(noise) : Waits.apart(noise, 0);
        Occasion occasion = (moves ? Waits.moving(noise) : resting).in(new Occasion());
        double own = occasion.measurement().ownCpuNanos();
        double others = noise.upTo(0.02) * CPUS * Occasion.NANOS;
        long busy = KERNEL_TICK_NANOS * Math.round((own + others) / KERNEL_TICK_NANOS + noise.upTo(2) - 1);
        long stolen = noise.chance(0.3) ? KERNEL_TICK_NANOS : 0;
        return occasion.machine(new MachineLoad(CPUS, busy, stolen, 0));
    }

    /**
     * Sixteenths scatter as much as iterations do. The kernel leaves half of the pairs where they are, on one CPU or on two, and
     * moves the server of the others now and then; neither has an effect.
     */
    public static Measurement of(Noise noise, double variation, boolean pinned) {
        int cpu = noise.chance(0.5) ? 1 : 0;
        boolean moves = !pinned && noise.chance(0.5);
        Occasion occasion = quiet(noise, cpu == 0, moves)
                .rate(noise.rate(variation))
                .serverGaps(noise.gaps(LOOKS, Occasion.NANOS, 0));
        if (!pinned) {
            occasion.serverCpu(0, cpu);
        }
        for (int part = 0; part < Occasion.PARTS; part++) {
            occasion.part(part, noise.rate(variation));
            if (!pinned) {
                cpu = moves && noise.chance(0.2) ? 1 - cpu : cpu;
                occasion.serverCpu(part + 1, cpu);
            }
        }
        return occasion.measurement();
    }
}
