package org.ipcbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MachineMeterTest {
    private static final long TICK_NANOS = 10_000_000;

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path root;

    @Test
    void tellsHowLongCpusWereBusyAndStolen() throws IOException {
        write("proc/stat", "cpu  10 20 30 400 5 6 7 8 0 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 12\n");
        MachineMeter meter = new MachineMeter(root, clock);
        meter.arm();
        write("proc/stat", "cpu  11 22 34 999 9 14 23 40 7 7\ncpu0 1 2 3\ncpu1 1 2 3\nintr 12\n");
        clock.advance(2_000);

        assertThat(meter.end(2_000))
                .isEqualTo(new MachineLoad(2, (1 + 2 + 4 + 8 + 16) * TICK_NANOS, 32 * TICK_NANOS, 0));
    }

    @Test
    void theTimeBeforeTheMeasuredPartDoesNotCount() throws IOException {
        write("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 1 2 3\n");
        MachineMeter meter = new MachineMeter(root, clock);
        meter.arm();
        write("proc/stat", "cpu  100 0 0 0 0 0 0 10 0 0\ncpu0 1 2 3\n");
        clock.advance(2_000);

        assertThat(meter.end(1_000)).isEqualTo(new MachineLoad(1, 50 * TICK_NANOS, 5 * TICK_NANOS, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "0::/a/b, sys/fs/cgroup/a/b/cpu.stat, throttled_usec, 1000",
        "0::/elsewhere, sys/fs/cgroup/cpu.stat, throttled_usec, 1000",
        "'4:cpu,cpuacct:/a', 'sys/fs/cgroup/cpu,cpuacct/a/cpu.stat', throttled_time, 1",
        "1:cpu:/, sys/fs/cgroup/cpu/cpu.stat, throttled_time, 1",
        "1:cpuset:/, sys/fs/cgroup/cpuset/cpu.stat, throttled_time, 0"
    })
    void tellsHowLongItsControlGroupWasHeldBack(String group, String stat, String label, long unitNanos)
            throws IOException {
        write("proc/stat", "cpu  10 20 30 400 5 6 7 8 0 0\ncpu0 1 2 3\n");
        write("proc/self/cgroup", "9:name=systemd:/\n" + group + "\n");
        write(stat, "nr_throttled 3\n" + label + " 500\n");
        MachineMeter meter = new MachineMeter(root, clock);
        meter.arm();
        write(stat, "nr_throttled 4\n" + label + " 700\n");
        clock.advance(2_000);

        assertThat(meter.end(2_000).throttledNanos()).isEqualTo(200 * unitNanos);
    }

    @Test
    void isUnknownWhereTheKernelDoesNotTell() {
        MachineMeter meter = new MachineMeter(root, clock);
        meter.arm();
        clock.advance(2_000);

        assertThat(meter.end(2_000)).isEqualTo(MachineLoad.UNKNOWN);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
