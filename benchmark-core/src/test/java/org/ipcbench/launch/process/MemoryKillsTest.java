package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.launch.process.PeerProcess.MemoryKills;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryKillsTest {
    @TempDir
    private Path root;

    @Test
    void groupOfVersion2Counts() throws IOException {
        write("proc/self/cgroup", "0::/user/run\n");
        write("sys/fs/cgroup/user/run/memory.events", "low 0\nmax 7\noom 2\noom_kill 2\noom_group_kill 1\n");

        assertThat(new MemoryKills(root).count()).isEqualTo(2);
    }

    @Test
    void groupOfVersion1Counts() throws IOException {
        write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/container/x\n0::/\n");
        write("sys/fs/cgroup/memory/container/x/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");

        assertThat(new MemoryKills(root).count()).isEqualTo(3);
    }

    /** Its path is that of the machine outside. */
    @Test
    void containersGroupIsTheRootOfWhatIsMounted() throws IOException {
        write("proc/self/cgroup", "0::/docker/1f\n");
        write("sys/fs/cgroup/memory.events", "oom_kill 4\n");

        assertThat(new MemoryKills(root).count()).isEqualTo(4);
    }

    @Test
    void machineWithoutControlGroupsHasNone() {
        assertThat(new MemoryKills(root).count()).isZero();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
