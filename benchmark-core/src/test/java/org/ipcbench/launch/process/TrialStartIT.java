package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.junit.jupiter.api.Test;

final class TrialStartIT {
    private final PeerSettings settings =
            new PeerSettings(Jvm.current(), List.of(), "none.jar", Duration.ofSeconds(10));

    @Test
    void jvmThatStartsIsNotRefused() throws InterruptedException {
        assertThat(TrialStart.refusal(settings.withArgument("-XX:+UseParallelGC")))
                .isEmpty();
    }

    @Test
    void refusedArgumentIsNamedInOneLine() throws InterruptedException {
        assertThat(TrialStart.refusal(settings.withArgument("-XX:+UseNoSuchGC")))
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("UseNoSuchGC").doesNotContain("\n", "Could not create"));
    }

    @Test
    void missingJvmIsNamed() throws InterruptedException {
        assertThat(TrialStart.refusal(settings.withJvm(new Jvm(Path.of("/nowhere"), "17"))))
                .hasValueSatisfying(reason -> assertThat(reason).contains("/nowhere/bin/java"));
    }
}
