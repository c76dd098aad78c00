package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.ObjectName;
import org.ipcbench.measure.clock.CpuClockTest;
import org.ipcbench.measure.meter.CostMeter.AllocationMeter;
import org.ipcbench.measure.meter.CostMeter.JvmBeans;
import org.ipcbench.measure.meter.CostMeter.MeteredThread;
import org.ipcbench.measure.meter.CostMeter.ProcessFiles;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class CostMeterTest {
    private static final int ARRAY_BYTES = 1 << 20;

    /** Headers, and what the reading itself allocates. */
    private static final int SPARE_BYTES = 64 << 10;

    private static final long BURNT_NANOS = Duration.ofMillis(60).toNanos();

    /** The kernel's account of a thread that is running is a tick of its scheduler old, at either end. */
    private static final long TICKS_NANOS = Duration.ofMillis(20).toNanos();

    @TempDir
    private Path root;

    @Test
    void chargesTheObjectsSinceTheBeginning() {
        CostMeter meter = meter(Set.of());
        meter.arm();
        byte[] forTheLauncher = new byte[ARRAY_BYTES];
        meter.begin();
        byte[] forTheMessages = new byte[2 * ARRAY_BYTES];
        Cost cost = meter.end();

        assertThat(forTheLauncher).hasSizeLessThan(forTheMessages.length);
        assertThat(cost.allocatedBytes()).isBetween(2L * ARRAY_BYTES, 2L * ARRAY_BYTES + SPARE_BYTES);
    }

    @Test
    void otherThreadsCountUnlessExcluded() throws InterruptedException {
        Exchanger<byte[]> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                exchanger.exchange(new byte[0]);
                exchanger.exchange(new byte[ARRAY_BYTES]);
                exchanger.exchange(new byte[0]); // alive until it has been counted
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        CostMeter counting = meter(Set.of());
        CostMeter leavingOut = meter(Set.of(other.getId()));
        counting.begin();
        leavingOut.begin();
        exchanger.exchange(new byte[0]);
        byte[] allocated = exchanger.exchange(new byte[0]);
        Cost withOther = counting.end();
        Cost withoutOther = leavingOut.end();
        exchanger.exchange(new byte[0]);
        other.join();

        assertThat(allocated).hasSize(ARRAY_BYTES);
        assertThat(withOther.allocatedBytes()).isBetween((long) ARRAY_BYTES, (long) ARRAY_BYTES + SPARE_BYTES);
        assertThat(withoutOther.allocatedBytes()).isBetween(0L, (long) SPARE_BYTES);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void otherThreadsAreChargedByTheKernelAndTheMeasuringOneByItself() throws InterruptedException {
        CostMeter meter = CostMeter.system(new AllocationMeter(Set.of()));
        CountDownLatch burnt = new CountDownLatch(1);
        CountDownLatch counted = new CountDownLatch(1);
        meter.arm();
        Thread other = new Thread(() -> {
            CpuClockTest.burn(BURNT_NANOS);
            burnt.countDown();
            try {
                counted.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        CpuClockTest.burn(10 * BURNT_NANOS); // of which only what is told counts
        burnt.await();
        Cost cost = meter.end(123, 0);
        counted.countDown();
        other.join();

        assertThat(cost.measuringNanos()).isEqualTo(123);
        assertThat(cost.cpuNanos()).isGreaterThan(BURNT_NANOS - TICKS_NANOS).isLessThan(10 * BURNT_NANOS);
        assertThat(cost.userNanos() + cost.systemNanos()).isGreaterThan(10 * BURNT_NANOS);
        assertThat(cost.kernel().voluntarySwitches()).isPositive();
        assertThat(cost.kernel().peakResidentBytes()).isGreaterThan(1 << 20);
        assertThat(cost.kernel().minorFaults()).isNotNegative();
    }

    /** As where both peers are threads of one process. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void twoMetersOfOneProcessCountEachThreadOnce() throws InterruptedException {
        long begunNanos = System.nanoTime();
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch armed = new CountDownLatch(1);
        CountDownLatch burnt = new CountDownLatch(1);
        CountDownLatch counted = new CountDownLatch(1);
        AtomicReference<MeteredThread> told = new AtomicReference<>();
        AtomicReference<Cost> ended = new AtomicReference<>();
        Thread other = new Thread(() -> {
            MeteredThread server = MeteredThread.calling();
            told.set(server);
            known.countDown();
            try {
                armed.await();
                CostMeter meter = CostMeter.of(server);
                meter.arm();
                meter.begin();
                CpuClockTest.burn(10 * BURNT_NANOS);
                byte[] unused = new byte[ARRAY_BYTES];
                ended.set(meter.end(10 * BURNT_NANOS, 0));
                burnt.countDown();
                counted.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        known.await();
        MeteredThread server = Objects.requireNonNull(told.get());
        long served = server.id();
        CostMeter meter = CostMeter.besides(server, new AllocationMeter(id -> id != served));
        meter.arm();
        meter.begin();
        armed.countDown();
        burnt.await();
        Cost clients = meter.end(123, 0);
        counted.countDown();
        other.join();

        Cost servers = Objects.requireNonNull(ended.get());
        Cost both = clients.plus(servers);
        long elapsedNanos = System.nanoTime() - begunNanos;
        assertThat(servers.cpuNanos()).isEqualTo(10 * BURNT_NANOS);
        assertThat(servers.allocatedBytes()).isBetween((long) ARRAY_BYTES, (long) ARRAY_BYTES + SPARE_BYTES);
        assertThat(servers.kernel().peakResidentBytes()).isZero();
        assertThat(servers.userNanos() + servers.systemNanos()).isGreaterThan(8 * BURNT_NANOS);
        assertThat(clients.cpuNanos()).as("without the server's").isLessThan(8 * BURNT_NANOS);
        assertThat(clients.userNanos() + clients.systemNanos())
                .as("without the server's")
                .isLessThan(8 * BURNT_NANOS);
        assertThat(both.cpuNanos()).isLessThan(Runtime.getRuntime().availableProcessors() * elapsedNanos);
        assertThat(both.kernel().peakResidentBytes())
                .isEqualTo(clients.kernel().peakResidentBytes())
                .isPositive();
        assertThat(both.kernel().ioCalls()).isNotNegative();
    }

    /** Other threads of the test's JVM may make some in the meantime. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void itsOwnSystemCallsAreNotCounted() throws IOException {
        assumeThat(Path.of("/proc/self/io")).isReadable();
        CostMeter meter = CostMeter.system(new AllocationMeter(Set.of()));
        try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
            meter.arm();
            meter.begin();
            for (int mark = 0; mark < 1_000; mark++) {
                thread.cpu();
            }

            assertThat(meter.end(0, 1_000).kernel().ioCalls()).isBetween(0L, 20L);
        }
    }

    /** The kernel counts those of this thread alone, but the meter reads all that it reads of a process. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void noneOfItsOwnReadingsIsCounted() throws IOException {
        assumeThat(Path.of("/proc/thread-self/io")).isReadable();
        Files.createSymbolicLink(root.resolve("io"), Path.of("/proc/thread-self/io"));
        for (String file : List.of("status", "stat", "task")) {
            Files.createSymbolicLink(root.resolve(file), Path.of("/proc/self", file));
        }
        CostMeter meter = meterOf(root);
        meter.arm();
        meter.end(); // loads classes
        meter.arm();

        assertThat(meter.end().kernel().ioCalls()).isZero();
    }

    @Test
    void tellsWhatTheKernelHasCountedMeanwhile() throws IOException {
        kernelSays(1, 100, 2_000, 30, 7, "9 main (a) b) S 1 1 1 1 1 1 500 1 20 1 300 40 1 1");
        CostMeter meter = meterOf(root);
        meter.arm();
        kernelSays(1, 150, 2_900, 35, 8, "9 main (a) b) S 1 1 1 1 1 1 511 1 23 1 302 43 1 1");
        thread(2, 70, 900, 4, 6); // has started in the meantime
        Files.writeString(root.resolve("io"), "rchar: 1\nwchar: 2\nsyscr: 1000\nsyscw: 2015\n");

        Cost cost = meter.end(1_000, 3);

        assertThat(cost.cpuNanos()).isEqualTo(50 + 70 + 1_000);
        assertThat(cost.measuringNanos()).isEqualTo(1_000);
        assertThat(cost.userNanos()).isEqualTo(20_000_000);
        assertThat(cost.systemNanos()).isEqualTo(30_000_000);
        assertThat(cost.kernel()).isEqualTo(new KernelCounts(15 - 1 - 3, 1_800, 9, 7, 11, 3, 1_712 << 10));
        assertThat(Files.readString(root.resolve("clear_refs"))).isEqualTo("5");
    }

    @Test
    void whatTheKernelDoesNotTellIsNoCount() {
        CostMeter meter = meterOf(root.resolve("no such directory"));
        meter.arm();

        Cost cost = meter.end(1_000, 3);

        assertThat(cost.kernel()).isEqualTo(KernelCounts.UNKNOWN);
        assertThat(cost.userNanos()).isZero();
        assertThat(cost.cpuNanos()).as("the JVM's own account").isEqualTo(5_000);
    }

    /** As ZGC and Shenandoah tell of themselves: a cycle has several pauses. */
    @Test
    void collectorsThatWorkBesideThreadsHaveTheTimeOfTheirPauses() {
        JvmBeans beans = new JvmBeans(
                List.of(
                        new Collector("ZGC Minor Cycles", 2, 900),
                        new Collector("ZGC Minor Pauses", 6, 3),
                        new Collector("ZGC Major Cycles", 1, 400),
                        new Collector("ZGC Major Pauses", 5, 4)),
                () -> 0);

        assertThat(beans.soFar()).isEqualTo(new JvmWork(3, 7_000_000, 0));
    }

    /** A collector by what it has counted. */
    private record Collector(String name, long count, long millis) implements GarbageCollectorMXBean {
        @Override
        public long getCollectionCount() {
            return count;
        }

        @Override
        public long getCollectionTime() {
            return millis;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public String[] getMemoryPoolNames() {
            return new String[0];
        }

        @Override
        public ObjectName getObjectName() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void tellsTheJvmsOwnWork() {
        long[] millis = {3, 5, 8};
        int[] asked = {0};
        CostMeter meter = new CostMeter(
                new AllocationMeter(Set.of()),
                new ProcessFiles(root, root),
                new JvmBeans(ManagementFactory.getGarbageCollectorMXBeans(), () -> 1_000_000 * millis[asked[0]++]),
                () -> 0);
        meter.arm();
        System.gc();
        Cost cost = meter.end();

        assertThat(cost.jvm().compilationNanos()).isEqualTo(3_000_000);
        assertThat(cost.jvm().collections()).isPositive();
    }

    private void kernelSays(long thread, long cpuNanos, long switches, long forced, long migrations, String stat)
            throws IOException {
        thread(thread, cpuNanos, switches, forced, migrations);
        Files.writeString(root.resolve("stat"), stat);
        Files.writeString(root.resolve("status"), "Name:\tjava\nVmHWM:\t    1712 kB\n");
        Files.writeString(root.resolve("io"), "rchar: 1\nwchar: 2\nsyscr: 1000\nsyscw: 2000\n");
    }

    private void thread(long id, long cpuNanos, long switches, long forced, long migrations) throws IOException {
        Path task = Files.createDirectories(root.resolve("task/" + id));
        Files.writeString(task.resolve("schedstat"), cpuNanos + " 643256 3\n");
        Files.writeString(
                task.resolve("status"),
                "Name:\tjava\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n"
                        .formatted(switches, forced));
        Files.writeString(
                task.resolve("sched"), "java (9, #threads: 2)\nse.nr_migrations    :    %d\n".formatted(migrations));
    }

    private CostMeter meterOf(Path self) {
        long[] processNanos = {2_000, 7_000};
        int[] asked = {0};
        return new CostMeter(
                new AllocationMeter(Set.of()),
                new ProcessFiles(self, self.resolve("task/none")),
                new JvmBeans(List.of(), () -> 0),
                () -> processNanos[asked[0]++]);
    }

    /** A meter that reads no files, which would allocate as well. */
    private CostMeter meter(Set<Long> leftOut) {
        return new CostMeter(
                new AllocationMeter(leftOut), new ProcessFiles(root, root), new JvmBeans(List.of(), () -> 0), () -> 0);
    }
}
