package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often a cell of one speed, in which nothing is wrong, gets any doubt at all, by simulation through all rules; a wide interval is none. Leaves the
 * table of docs/validation.md in {@code target/sound-cells.md}.
 */
final class SoundCellRatesTest {
    private static final int TRIALS = 1000;

    /** In percent. */
    private static final double MAX_RATE = 10;

    /** Half a second with a look every half a millisecond. */
    private static final int LOOKS = 1000;

    private static final int CPUS = 2;
    private static final long KERNEL_TICK_NANOS = 10_000_000;

    private static final RatesTable TABLE = new RatesTable("sound-cells.md");

    static Stream<Arguments> cells() {
        return cells(3);
    }

    static Stream<Arguments> longCells() {
        return cells(5, 10, 20);
    }

    private static Stream<Arguments> cells(Integer... counts) {
        return Stream.of(counts)
                .flatMap(count -> Stream.of(0.02, 0.05, 0.1, 0.2).map(variation -> Arguments.of(count, variation)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void aSoundCellIsSeldomDoubted(int count, double variation) {
        double pinned = doubted(count, variation, true);
        double moving = doubted(count, variation, false);

        String occasion = "n = %d, CV %.0f %%".formatted(count, 100 * variation);
        TABLE.add("any doubt, pinned", occasion, pinned);
        TABLE.add("any doubt, placed by the kernel", occasion, moving);
        assertThat(pinned).isLessThanOrEqualTo(MAX_RATE);
        assertThat(moving).isLessThanOrEqualTo(MAX_RATE);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("longCells")
    void aSoundCellOfManyIterationsIsSeldomDoubted(int count, double variation) {
        aSoundCellIsSeldomDoubted(count, variation);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double doubted(int count, double variation, boolean pinned) {
        Noise noise = new Noise();
        return Noise.percent(TRIALS, () -> {
            List<Measurement> iterations = Stream.generate(() -> iteration(noise, variation, pinned))
                    .limit(count)
                    .toList();
            return Verdict.of(Summary.of(iterations).reasons()).isDoubtful();
        });
    }

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
    private static Measurement iteration(Noise noise, double variation, boolean pinned) {
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
