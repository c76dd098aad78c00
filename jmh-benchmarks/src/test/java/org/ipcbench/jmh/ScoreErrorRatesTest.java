package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often {@code mvn verify -Pjmh} ends in a score whose error, as JMH reckons it, is a fifth of the score at most: by the
 * scatter between forks, between the iterations of a fork, and by how many iterations take twice as long.
 */
final class ScoreErrorRatesTest {
    private static final int ROWS = 2000;
    private static final double FIFTH = 0.2;

    /** Half of what may be beyond JMH's 99.9 %. */
    private static final double TAIL = 0.0005;

    private final Random random = new Random(1);

    @ParameterizedTest
    @CsvSource({
        "0.02, 0.03, 0, 99",
        "0.05, 0.1, 0.02, 95",
        "0.1, 0.13, 0, 99",
        "0.1, 0.13, 0.02, 90",
        "0.2, 0.15, 0, 90"
    })
    void mostScoresAreCertainWithinAFifth(double forks, double iterations, double disturbed, double atLeastPercent)
            throws IOException {
        assertThat(percentCertain(number("forks"), number("iterations"), forks, iterations, disturbed))
                .isGreaterThanOrEqualTo(atLeastPercent);
    }

    /** Of three iterations, JMH multiplies the standard error by 31.6. */
    @Test
    void hardlyAnyScoreOfOneForkWithThreeIterationsIs() {
        assertThat(percentCertain(1, 3, 0.05, 0.1, 0.02)).isLessThan(5);
    }

    private double percentCertain(int forks, int iterations, double betweenForks, double within, double disturbed) {
        int certain = 0;
        for (int row = 0; row < ROWS; row++) {
            certain += relativeError(forks, iterations, betweenForks, within, disturbed) <= FIFTH ? 1 : 0;
        }
        return 100.0 * certain / ROWS;
    }

    /** JMH counts the iterations of all forks as independent of each other. */
    private double relativeError(int forks, int iterations, double betweenForks, double within, double disturbed) {
        int count = forks * iterations;
        double sum = 0;
        double squares = 0;
        for (int fork = 0; fork < forks; fork++) {
            double mean = Math.exp(betweenForks * random.nextGaussian());
            for (int iteration = 0; iteration < iterations; iteration++) {
                double score = mean * Math.exp(within * random.nextGaussian());
                score *= random.nextDouble() < disturbed ? 2 : 1;
                sum += score;
                squares += score * score;
            }
        }
        double variance = (squares - sum * sum / count) / (count - 1);
        double quantile = TDistribution.of(count - 1).inverseSurvivalProbability(TAIL);
        return quantile * Math.sqrt(variance / count) / (sum / count);
    }

    /** What the build asks for if nobody says otherwise. */
    private static int number(String name) throws IOException {
        Matcher property = Pattern.compile("<jmh\\.%1$s>(\\d+)</jmh\\.%1$s>".formatted(name))
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(property.find()).isTrue();
        return Integer.parseInt(property.group(1));
    }
}
