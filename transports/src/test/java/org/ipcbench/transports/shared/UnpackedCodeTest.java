package org.ipcbench.transports.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.transport.Availability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnpackedCodeTest {
    private static final List<String> MOUNTS = List.of(
            "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
            "30 21 0:25 / /none rw,nosuid,noexec,relatime shared:2 - tmpfs tmpfs rw",
            "31 30 0:26 / /none/but\\040here rw,relatime - tmpfs tmpfs rw,size=64k",
            "32 21 0:27 / /twice rw,noexec - tmpfs tmpfs rw",
            "33 32 0:28 / /twice rw - tmpfs tmpfs rw",
            "a line of another kernel");

    @ParameterizedTest
    @CsvSource({
        "/, true",
        "/elsewhere, true",
        "/none, false",
        "/none/deeper/still, false",
        "/nonesuch, true",
        "/none/but here/x, true",
        "/twice, true"
    })
    void innermostMountDecides(String directory, boolean loadable) {
        assertThat(new UnpackedCode(Path.of(directory), MOUNTS).loadable("jni").equals(Availability.available()))
                .isEqualTo(loadable);
    }

    @Test
    void reasonNamesTheLibraryTheDirectoryAndTheRemedy() {
        assertThat(new UnpackedCode(Path.of("/none/x"), MOUNTS).loadable("jnr-ffi"))
                .hasToString("jnr-ffi loads native code from /none/x, which is mounted noexec;" + " "
                        + TemporaryDirectory.remedy());
    }

    @Test
    void withoutATableNothingIsRefused() {
        assertThat(new UnpackedCode(Path.of("/none"), List.of()).loadable("jni"))
                .isEqualTo(Availability.available());
    }
}
