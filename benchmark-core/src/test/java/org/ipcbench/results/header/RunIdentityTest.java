package org.ipcbench.results.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunIdentityTest {
    @Test
    void doubtsThatEarlierVersionsAcceptedAreAcceptedUnderTheirLabelsOfToday() {
        RunIdentity old = new RunIdentity(
                "id",
                "host",
                "boot",
                "0.1.0",
                "1234567",
                "2026-02-03T04:05:06Z",
                List.of(),
                Map.of(),
                List.of("spread", "drift", "compilation", "short", "unheard-of"));

        assertThat(old.accepted()).containsExactly("wide", "warm-up", "short", "unheard-of");
    }
}
