package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ipcbench.environment.Environment.PeerJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hypervisor gives a virtual machine more memory, or takes some back, while it runs. */
class GrownMemoryTest {
    private final Path root;

    GrownMemoryTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void sizesOfMemoryAndNodesAreNoDifference() throws IOException {
        Environment before = environment(7_694_540, "0-1");
        Environment now = environment(24_684_092, "0-1");

        assertThat(now.machine().memory()).isNotEqualTo(before.machine().memory());
        assertThat(EnvironmentDifference.between(before, now)).isEmpty();
    }

    @Test
    void cpusOfANodeAreADifference() throws IOException {
        assertThat(EnvironmentDifference.between(environment(7_694_540, "0-1"), environment(7_694_540, "0-3")))
                .extracting(EnvironmentDifference::name)
                .containsExactly("machine.numaNodes");
    }

    private Environment environment(long kibibytes, String cpus) throws IOException {
        new FakeMachine(root, "amd64")
                .with("proc/meminfo", "MemTotal:       %d kB\n".formatted(kibibytes))
                .with("sys/devices/system/node/node0/cpulist", cpus + "\n")
                .with("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:       %d kB\n".formatted(kibibytes));
        return new EnvironmentProbe(root)
                .capture(Instant.EPOCH, 1, new PeerJvm("17.0.15", 17, List.of()), Map.of("uds", "JDK"));
    }
}
