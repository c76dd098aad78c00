package org.ipcbench.transports.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transport.Availability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class KernelSettingTest {
    private static final KernelSetting HIDDEN = new KernelSetting("kernel.no_such_setting");

    @Test
    void failedTrialOfAHiddenFacilityHasTwoPossibleCauses() {
        assertThat(HIDDEN.availability("message queues", "CONFIG_QUEUES", () -> false))
                .hasToString("the kernel has no message queues, or a filter forbids it;"
                        + " run a kernel built with CONFIG_QUEUES, or outside the sandbox");
    }

    @Test
    void hiddenFacilityThatCanBeUsedIsAvailable() {
        assertThat(HIDDEN.availability("message queues", "CONFIG_QUEUES", () -> true))
                .isInstanceOf(Availability.Available.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void visibleSettingNeedsNoTrial() {
        assertThat(new KernelSetting("kernel.pid_max").availability("processes", "CONFIG_NONE", () -> false))
                .isInstanceOf(Availability.Available.class);
    }
}
