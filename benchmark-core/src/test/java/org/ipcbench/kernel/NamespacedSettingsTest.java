package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamespacedSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "qdisc noqueue 0: root refcnt 2, noqueue",
        "qdisc netem 8001: root refcnt 2 limit 1000 delay 1ms, netem limit 1000 delay 1ms",
        "qdisc pfifo 800c: parent 1:1 limit 1000p, pfifo limit 1000p",
        "'', ''",
    })
    void queueIsNamedWithoutItsHandle(String shown, String queue) {
        assertThat(NamespacedSettings.queue(shown)).isEqualTo(queue);
    }

    @Test
    void queuesBelowEachOtherAreAllNamed() {
        assertThat(NamespacedSettings.queue(
                        "qdisc tbf 1: root refcnt 2 rate 1Gbit\nqdisc netem 2: parent 1: delay 1ms\n"))
                .isEqualTo("tbf rate 1Gbit + netem delay 1ms");
    }

    @Test
    void otherRootHasNoLoopback() {
        assertThat(new NamespacedSettings(Path.of("/nowhere")).loopback()).isEmpty();
        assertThat(new NamespacedSettings(Path.of("/nowhere")).limits()).isEmpty();
    }
}
