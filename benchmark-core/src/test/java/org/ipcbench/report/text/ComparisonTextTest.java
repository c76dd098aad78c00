package org.ipcbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.compare.References;
import org.ipcbench.compare.SampleSides;
import org.ipcbench.compare.Side;
import org.ipcbench.compare.Side.Origin;
import org.ipcbench.compare.SideComparison;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.junit.jupiter.api.Test;

final class ComparisonTextTest {
    private static final double[] STEADY = {100, 101, 99, 100, 100.5};
    private static final double[] SLOWER = {80, 81, 79, 80, 80.5};

    @Test
    void tableShowsBothFiguresTheRatioAndTheOutcome() throws NotComparableException {
        Side base = SampleSides.run(
                "old",
                SampleSides.cell("a", 64, STEADY),
                SampleSides.cell("b", 64, STEADY),
                SampleSides.cell("b", 1024, STEADY));
        Side now = SampleSides.run("fresh", SampleSides.cell("a", 64, SLOWER), SampleSides.cell("b", 64, STEADY));

        assertThat(text(base, now)).isEqualToNormalizingNewlines("""
                BASE old: noon
                NEW  fresh: noon
                environment and options: no known difference
                latency, placement same-cpu; round trips/s:
                +-----------+-------+-------+-------+------------------------+--------------------+-----------------+-----------------+
                | transport | bytes |  BASE |   NEW |         speed NEW/BASE | outcome            | detectable from | verdicts        |
                +-----------+-------+-------+-------+------------------------+--------------------+-----------------+-----------------+
                | a         |    64 | 100.0 |  80.0 | 0.800 (0.788 to 0.812) | slower             |                 | valid           |
                | b         |    64 | 100.0 | 100.0 | 1.000 (0.989 to 1.011) | no difference seen |           1.5 % | valid           |
                | b         |  1024 | 100.0 |       |                        | not comparable     |                 | valid, now none |
                +-----------+-------+-------+-------+------------------------+--------------------+-----------------+-----------------+
                not comparable: b, latency, bytes 1024, same-cpu: not in NEW
                0 faster, 1 slower, 1 no difference seen, 1 not comparable
                speed NEW/BASE: above 1 is faster; the chance of any wrong outcome among these 2 is 5 %; detectable from: 80 % of such comparisons find a difference of this size
                """);
    }

    @Test
    void whatDiffersStandsBeforeTheTable() throws NotComparableException {
        Side base = SampleSides.run("old", Map.of("peers.version", "17.0.15"), SampleSides.cell("a", 64, STEADY));
        Side now = SampleSides.run("fresh", Map.of("peers.version", "25.0.1"), SampleSides.cell("a", 64, STEADY));

        assertThat(text(base, now)).contains("differs: peers.version: 17.0.15, now 25.0.1");
    }

    @Test
    void ofLongListsOnlyTheDifferenceIsShown() throws NotComparableException {
        String flags =
                "-XX:+UseSerialGC -XX:-UseDynamicNumberOfCompilerThreads -Xms134217728 -Xmx134217728 -XX:MaxDirectMemorySize=64m";
        Side base = SampleSides.run("old", Map.of("peers.flags", flags), SampleSides.cell("a", 64, STEADY));
        Side now = SampleSides.run("fresh", Map.of("peers.flags", flags + " -Da=1"), SampleSides.cell("a", 64, STEADY));

        assertThat(text(base, now)).contains("differs: peers.flags: without that, now -Da=1");
    }

    @Test
    void driftIsNamedWhereRunsAreOfDifferentHoursBootsOrMachines() throws NotComparableException {
        Side base = SampleSides.run("old", SampleSides.cell("a", 64, STEADY));

        assertThat(text(base, later("host", "boot", Duration.ofMinutes(125))))
                .contains(
                        "other hour: NEW began 2 h 5 min after BASE, so every ratio includes what changed on the machine in the meantime; variants within one run (--vary) avoid that");
        assertThat(text(base, later("host", "boot", Duration.ofMinutes(5)))).doesNotContain("--vary");
        assertThat(text(base, later("host", "again", Duration.ZERO)))
                .contains("other boot: the machine was started again between the runs, so");
        assertThat(text(base, later("elsewhere", "again", Duration.ZERO)))
                .contains(
                        "other machine: BASE ran on host, NEW on elsewhere; the ratios compare the machines as well; ",
                        "--normalize-by");
    }

    @Test
    void referencesAreNamed() throws NotComparableException {
        Side base = SampleSides.run("old", SampleSides.cell("a", 64, STEADY), SampleSides.cell("r", 64, STEADY));
        Side now = SampleSides.run("fresh", SampleSides.cell("a", 64, SLOWER), SampleSides.cell("r", 64, SLOWER));
        References references = new References(List.of("r"));

        assertThat(ComparisonText.of(SideComparison.of(base, List.of(now), references), references))
                .contains(
                        "1 no difference seen, 0 not comparable, 1 reference",
                        "are divided by those of r, round by round");
    }

    private static Side later(String host, String boot, Duration later) {
        Origin origin = new Origin("fresh", host, boot, Optional.of(SampleSides.NOON.plus(later)), "later");
        return SampleSides.run("fresh", origin, Map.of(), SampleSides.cell("a", 64, STEADY));
    }

    private static String text(Side base, Side now) throws NotComparableException {
        return ComparisonText.of(SideComparison.of(base, List.of(now), References.NONE), References.NONE);
    }
}
