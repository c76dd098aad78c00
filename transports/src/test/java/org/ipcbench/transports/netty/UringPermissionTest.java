package org.ipcbench.transports.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transport.Availability;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UringPermissionTest {

    @ParameterizedTest
    @CsvSource({"5.9, 0, false", "6.18.44-generic, 0, false", "6.6.1, 1, true"})
    void processMayUseIt(String kernel, long disabled, boolean privileged) {
        assertThat(new UringPermission(kernel, disabled, privileged).availability())
                .isInstanceOf(Availability.Available.class);
    }

    @ParameterizedTest
    @CsvSource({
        "6.6.1, 1, false, kernel.io_uring_disabled = 1",
        "6.6.1, 2, true,  sysctl -w kernel.io_uring_disabled=0",
        "5.4.0-42-generic, 0, true, needs Linux 5.9",
        "4.18.0, 0, true, use a later kernel",
    })
    void refusalIsNamedWithItsRemedy(String kernel, long disabled, boolean privileged, String words) {
        assertThat(new UringPermission(kernel, disabled, privileged).availability())
                .isInstanceOf(Availability.Unavailable.class)
                .asString()
                .contains(words);
    }
}
