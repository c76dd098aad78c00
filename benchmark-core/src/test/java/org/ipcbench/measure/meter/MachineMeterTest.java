package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
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
    void tellsHowLongItsCpusWereBusyAndStolen() throws IOException {
        write(
                "proc/stat",
                "cpu  9 9 9 9 9 0 9 9 0 0\ncpu0 10 20 30 400 5 6 7 8 0 0\ncpu1 1 2 3 4 5 6 7 8\ncpu11 0 0 0 0 0 0 0 0\n");
        MachineMeter meter = new MachineMeter(root, clock, List.of(0, 1));
        meter.arm();
        write(
                "proc/stat",
                "cpu  9 9 9 9 9 0 9 9 0 0\ncpu0 11 22 34 999 9 14 23 40 7 7\ncpu1 3 2 3 4 5 6 7 8\ncpu11 9 9 9 9 9 9 9 9\n");
        clock.advance(2_000);

        assertThat(meter.end(2_000))
                .isEqualTo(new MachineLoad(2, (1 + 2 + 4 + 8 + 16 + 2) * TICK_NANOS, 32 * TICK_NANOS, Count.UNKNOWN));
    }

    @Test
    void interruptsOfAKernelThatChargesNobodyAreTold() throws IOException {
        write("proc/stat", "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 10 0 30 400 0 5 6 0 0 0\n");
        MachineMeter meter = new MachineMeter(root, clock, List.of(0));
        meter.arm();
        write("proc/stat", "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 20 0 50 400 0 6 46 0 0 0\n");
        clock.advance(2_000);

        MachineLoad load = meter.end(2_000);

        assertThat(load).isEqualTo(new MachineLoad(1, 71 * TICK_NANOS, 0, Count.UNKNOWN, 41 * TICK_NANOS));
        assertThat(load.chargedNanos()).isEqualTo(30 * TICK_NANOS);
    }

    @Test
    void theTimeBeforeTheMeasuredPartDoesNotCount() throws IOException {
        write("proc/stat", "cpu0 0 0 0 0 0 0 0 0 0 0\n");
        MachineMeter meter = new MachineMeter(root, clock, List.of(0));
        meter.arm();
        write("proc/stat", "cpu0 100 0 0 0 0 0 0 10 0 0\n");
        clock.advance(2_000);

        assertThat(meter.end(1_000)).isEqualTo(new MachineLoad(1, 50 * TICK_NANOS, 5 * TICK_NANOS, Count.UNKNOWN));
    }

    @ParameterizedTest
    @CsvSource({
        "0::/a/b, sys/fs/cgroup/a/b/cpu.stat, throttled_usec, 1000",
        "0::/a/b, sys/fs/cgroup/a/cpu.stat, throttled_usec, 1000",
        "'4:cpu,cpuacct:/a/b', 'sys/fs/cgroup/cpu,cpuacct/a/cpu.stat', throttled_time, 1",
        "0::/elsewhere, sys/fs/cgroup/cpu.stat, throttled_usec, 1000",
        "'4:cpu,cpuacct:/a', 'sys/fs/cgroup/cpu,cpuacct/a/cpu.stat', throttled_time, 1",
        "1:cpu:/, sys/fs/cgroup/cpu/cpu.stat, throttled_time, 1",
        "'4:cpuacct,cpu:/a', sys/fs/cgroup/cpu/a/cpu.stat, throttled_time, 1",
        "0::/, sys/fs/cgroup/cpu.stat, usage_usec, 0"
    })
    void tellsHowLongItsControlGroupWasHeldBack(String group, String stat, String label, long unitNanos)
            throws IOException {
        write("proc/stat", "cpu0 10 20 30 400 5 6 7 8 0 0\n");
        write("proc/self/cgroup", "9:name=systemd:/\n" + group + "\n");
        write(stat, "nr_throttled 3\n" + label + " 500\n");
        MachineMeter meter = new MachineMeter(root, clock, List.of(0));
        meter.arm();
        write(stat, "nr_throttled 4\n" + label + " 700\n");
        clock.advance(2_000);

        assertThat(meter.end(2_000).throttledNanos()).isEqualTo(200 * unitNanos);
    }

    @Test
    void theGroupThatWasStoppedLongestCounts() throws IOException {
        write("proc/stat", "cpu0 10 20 30 400 5 6 7 8 0 0\n");
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/b/cpu.stat", "throttled_usec 9000\n");
        write("sys/fs/cgroup/a/cpu.stat", "throttled_usec 10\n");
        MachineMeter meter = new MachineMeter(root, clock, List.of(0));
        meter.arm();
        write("sys/fs/cgroup/a/b/cpu.stat", "throttled_usec 9001\n");
        write("sys/fs/cgroup/a/cpu.stat", "throttled_usec 110\n");
        clock.advance(2_000);

        assertThat(meter.end(2_000).throttledNanos()).isEqualTo(100_000);
    }

    @ParameterizedTest
    @CsvSource({
        "'', sys/fs/cgroup/cpu.stat, throttled_usec",
        "0::/a, sys/fs/cgroup/b/cpu.stat, throttled_usec",
        "1:cpu:/, sys/fs/cgroup/cpu/cpu.shares, throttled_time",
        "1:cpuset:/, sys/fs/cgroup/cpuset/cpu.stat, throttled_time"
    })
    void timeOfTheControlGroupIsUnknownWhereItsFilesAreHidden(String group, String stat, String label)
            throws IOException {
        write("proc/stat", "cpu0 10 20 30 400 5 6 7 8 0 0\n");
        write("proc/self/cgroup", group + "\n");
        write(stat, label + " 500\n");
        MachineMeter meter = new MachineMeter(root, clock, List.of(0));
        meter.arm();
        clock.advance(4_000);

        assertThat(meter.end(2_000).throttledNanos()).isEqualTo(Count.UNKNOWN);
    }

    @Test
    void isUnknownWhereTheKernelDoesNotTell() {
        MachineMeter meter = new MachineMeter(root, clock, List.of(0));
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
