package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.environment.FakeMachine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlGroupsTest {
    private static final String VERSION_2 = "0::/a/b\n";
    private static final String VERSION_1 = "9:memory:/a\n8:pids:/a\n4:cpu,cpuacct:/a\n";

    private FakeMachine machine = new FakeMachine(Path.of(""), "amd64");
    private ControlGroups groups = new ControlGroups(Path.of(""));

    @BeforeEach
    void layOut(@TempDir Path root) {
        machine = new FakeMachine(root, "amd64");
        groups = new ControlGroups(root);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", VERSION_2, VERSION_1, "1:cpuset:/a\n", "nonsense", "0::a"})
    void withoutFilesNothingIsLimited(String line) throws IOException {
        machine.with("proc/self/cgroup", line);

        assertThat(groups.cpus()).isInfinite();
        assertThat(groups.throttledPeriods()).isZero();
        assertThat(groups.memoryBytes()).isEmpty();
        assertThat(groups.tasksLeft()).isEmpty();
    }

    @Test
    void limitsOfVersionTwoAreTheTightestOfAllGroupsAround() throws IOException {
        machine.with("proc/self/cgroup", VERSION_2)
                .with("sys/fs/cgroup/a/b/cpu.max", "150000 100000\n")
                .with("sys/fs/cgroup/a/cpu.max", "100000 100000\n")
                .with("sys/fs/cgroup/a/cpu.stat", "usage_usec 9\nnr_periods 12\nnr_throttled 5\n")
                .with("sys/fs/cgroup/a/b/memory.max", "max\n")
                .with("sys/fs/cgroup/a/memory.max", "8589934592\n")
                .with("sys/fs/cgroup/memory.max", "9589934592\n")
                .with("sys/fs/cgroup/a/pids.max", "100\n")
                .with("sys/fs/cgroup/a/pids.current", "37\n")
                .with("sys/fs/cgroup/pids.max", "max\n")
                .with("sys/fs/cgroup/pids.current", "1000\n");

        assertThat(groups.cpus()).isEqualTo(1);
        assertThat(groups.throttledPeriods()).isEqualTo(5);
        assertThat(groups.memoryBytes()).hasValue(8L << 30);
        assertThat(groups.tasksLeft()).hasValue(63);
    }

    @Test
    void limitsOfVersionOneAreFoundInEachControllersHierarchy() throws IOException {
        machine.with("proc/self/cgroup", VERSION_1)
                .with("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "25000\n")
                .with("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n")
                .with("sys/fs/cgroup/cpu,cpuacct/a/cpu.stat", "nr_periods 12\nnr_throttled 7\nthrottled_time 1\n")
                .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n")
                .with("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n")
                .with("sys/fs/cgroup/pids/a/pids.max", "20\n")
                .with("sys/fs/cgroup/pids/a/pids.current", "21\n");

        assertThat(groups.cpus()).isEqualTo(0.25);
        assertThat(groups.throttledPeriods()).isEqualTo(7);
        assertThat(groups.memoryBytes()).hasValue(512 << 20);
        assertThat(groups.tasksLeft()).hasValue(0);
    }

    @Test
    void versionTwoIsAlsoFoundBesideVersionOne() throws IOException {
        machine.with("proc/self/cgroup", VERSION_1 + VERSION_2)
                .with("sys/fs/cgroup/unified/a/cpu.max", "300000 100000\n");

        assertThat(groups.cpus()).isEqualTo(3);
    }
}
