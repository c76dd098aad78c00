package org.ipcbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AvailabilityTest {
    private static final Availability NO_KERNEL = Availability.unavailable("no kernel", "get one");
    private static final Availability NO_LIBRARY = Availability.unavailable("no library", "install one");

    @Test
    void bothNeedsMustBeMetAndTheFirstMissingOneIsNamed() {
        assertThat(Availability.available().and(Availability::available)).isEqualTo(Availability.available());
        assertThat(Availability.available().and(() -> NO_LIBRARY)).isEqualTo(NO_LIBRARY);
        assertThat(NO_KERNEL.and(() -> NO_LIBRARY)).isEqualTo(NO_KERNEL);
    }
}
