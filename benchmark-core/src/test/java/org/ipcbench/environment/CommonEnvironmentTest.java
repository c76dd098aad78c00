package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.Environment.PeerPin;
import org.junit.jupiter.api.Test;

class CommonEnvironmentTest {
    private static final Environment FIRST = environment(10, "17.0.15", 17, "-Xmx1m", "-Xint");
    private static final Environment SECOND = environment(5, "25.0.1", 25, "-Xmx1m");

    @Test
    void equalEnvironmentsStayAsTheyAre() {
        assertThat(CommonEnvironment.of(List.of(FIRST, FIRST))).isEqualTo(FIRST);
    }

    @Test
    void pinsOfEachPlacementAreKept() {
        Environment pinned = FIRST.with(
                Map.of(), Map.of(), Map.of(), Map.of("split-cpu", Map.of("client", new PeerPin("thread", "0", "2-7"))));

        assertThat(CommonEnvironment.of(List.of(pinned, pinned))).isEqualTo(pinned);
        assertThat(EnvironmentDifference.values(pinned))
                .containsEntry("pins.split-cpu.client.pin", "thread")
                .containsEntry("pins.split-cpu.client.otherCpus", "2-7");
    }

    @Test
    void textsThatDifferStandSideBySideAndNumbersThatDifferAreUnknown() {
        Environment common = CommonEnvironment.of(List.of(FIRST, SECOND, FIRST));

        assertThat(common.peers().version()).isEqualTo("17.0.15 + 25.0.1");
        assertThat(common.peers().featureVersion()).isZero();
        assertThat(common.peers().flags()).containsExactly("-Xmx1m", "-Xint");
        assertThat(common.startedAt()).isEqualTo("1970-01-01T00:00:05Z");
        assertThat(common.machine().cpu()).isEqualTo(FIRST.machine().cpu());
        assertThat(common.transports()).containsExactlyEntriesOf(FIRST.transports());
    }

    private static Environment environment(int second, String version, int feature, String... flags) {
        return new EnvironmentProbe()
                .capture(
                        Instant.ofEpochSecond(second),
                        1,
                        new PeerJvm(version, feature, List.of(flags)),
                        Map.of("uds", "JDK"));
    }
}
