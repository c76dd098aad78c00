package org.ipcbench.run.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ipcbench.kernel.KernelFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateNamesTest {
    @TempDir
    private Path root;

    @Test
    void machineAndUserAreKnown() throws IOException {
        Path kernel = Files.createDirectories(root.resolve("proc/sys/kernel"));
        Files.writeString(kernel.resolve("hostname"), "build7.corp.example\n");
        Properties system = new Properties();
        system.setProperty("user.name", "jane");
        system.setProperty("user.home", "/home/jane");
        system.setProperty("user.dir", "/");

        PrivateNames names = PrivateNames.of(
                new KernelFiles(root), system, Map.of("HOSTNAME", "localhost", "SUDO_USER", "joe", "USER", "root"));

        assertThat(names.hosts()).containsExactlyInAnyOrder("build7.corp.example", "build7", "corp.example");
        assertThat(names.users()).containsExactlyInAnyOrder("jane", "joe");
        assertThat(names.directories()).containsExactly("/home/jane");
    }

    @Test
    void prefixesNameMachinesAndContainers() {
        PrefixNames names = PrefixNames.of(List.of(
                "latency",
                "--server-via",
                "ssh -p 2222 jane@build7 taskset -c 1",
                "--client-via=podman exec -i payments",
                "--vary",
                "via='none,ip netns exec blue'",
                "-t",
                "tcp"));

        assertThat(PrefixNames.of(List.of("--server-via", "ssh -p 22 -i deploy build8 nice -n 5 run-it"))
                        .hosts())
                .containsExactly("build8");
        assertThat(names.hosts()).containsExactly("build7");
        assertThat(names.users()).containsExactly("jane");
        assertThat(names.others()).containsExactly("payments", "blue");
    }
}
