package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DryRunTest {
    @Test
    void timesBelowAMinuteAreSeconds() {
        assertThat(DryRun.text(Duration.ofSeconds(57))).isEqualTo("57 s");
        assertThat(DryRun.text(Duration.ofSeconds(186))).isEqualTo("3 min 6 s");
        assertThat(DryRun.text(Duration.ofHours(1))).isEqualTo("60 min 0 s");
    }
}
