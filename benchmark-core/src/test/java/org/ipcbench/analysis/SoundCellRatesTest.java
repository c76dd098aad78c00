package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.Turns;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.result.Measurement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often a cell of one speed, in which nothing is wrong, gets any doubt at all, by simulation through all rules; a wide interval is none. Leaves the
 * table of docs/validation.md in {@code target/sound-cells.md}.
 */
final class SoundCellRatesTest {
    private static final int TRIALS = 1000;

    /** In percent. */
    private static final double MAX_RATE = 10;

    private static final RatesTable TABLE = new RatesTable("sound-cells.md");

    /** One of these numbers of iterations, by turns. */
    static Stream<Arguments> longCells() {
        return Turns.today().one(List.of(5, 10, 20)).stream()
                .flatMap(count -> Stream.of(0.02, 0.05, 0.1, 0.2).map(variation -> Arguments.of(count, variation)));
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"3, 0.02", "3, 0.05", "3, 0.1", "3, 0.2"})
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
            List<Measurement> iterations = Stream.generate(() -> SoundIteration.of(noise, variation, pinned))
                    .limit(count)
                    .toList();
            return Verdict.of(Summary.of(iterations).reasons()).isDoubtful();
        });
    }
}
