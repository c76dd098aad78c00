package org.ipcbench.transports.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.netty.NettyUringTransport.UringPermission;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UringPermissionTest {

    @ParameterizedTest
    @CsvSource({"5.11.0, , false", "6.18.44-generic, 0, false", "6.6.1, 1, true", "rolling, , false"})
    void processMayUseIt(String kernel, @Nullable Long disabled, boolean privileged) {
        assertThat(permission(kernel, disabled, privileged).availability(() -> false))
                .isInstanceOf(Availability.Available.class);
    }

    @ParameterizedTest
    @CsvSource({
        "6.6.1, 1, false, kernel.io_uring_disabled = 1",
        "6.6.1, 2, true,  sysctl -w kernel.io_uring_disabled=0",
        "6.12.0, , true, 'no io_uring, or a filter forbids it; run a kernel built with CONFIG_IO_URING'",
        "5.10.0-42-generic, , true, needs Linux 5.11",
        "4.18.0, , true, use a later kernel",
    })
    void refusalIsNamedWithItsRemedy(String kernel, @Nullable Long disabled, boolean privileged, String words) {
        assertThat(permission(kernel, disabled, privileged).availability(() -> false))
                .isInstanceOf(Availability.Unavailable.class)
                .asString()
                .contains(words);
    }

    /** A container may hide the setting; then only the call itself tells. */
    @Test
    void hiddenSettingIsNoRefusal() {
        assertThat(permission("6.12.0", null, false).availability(() -> true))
                .isInstanceOf(Availability.Available.class);
    }

    private static UringPermission permission(String kernel, @Nullable Long disabled, boolean privileged) {
        OptionalLong setting = disabled == null ? OptionalLong.empty() : OptionalLong.of(disabled);
        return new UringPermission(kernel, setting, privileged);
    }
}
