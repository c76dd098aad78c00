package org.ipcbench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time that this process has used. */
@FunctionalInterface
public interface CpuClock {

    /** Nanoseconds of CPU, user and system, summed over the threads alive now. */
    long nanos();

    /**
     * Reads the scheduler's own account of every thread, exact to the nanosecond; where the kernel does not offer it,
     * the JDK's process bean, which steps by 10 ms on Linux.
     */
    static CpuClock system() {
        Path tasks = Path.of("/proc/self/task");
        if (Files.isReadable(Path.of("/proc/self/schedstat"))) {
            return () -> schedstatNanos(tasks);
        }
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)::getProcessCpuTime;
    }

    private static long schedstatNanos(Path tasks) {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                sum += threadNanos(thread.resolve("schedstat"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read CPU time from " + tasks, e);
        }
        return sum;
    }

    private static long threadNanos(Path schedstat) throws IOException {
        try {
            String fields = Files.readString(schedstat);
            return Long.parseLong(fields.substring(0, fields.indexOf(' ')));
        } catch (IOException e) {
            if (Files.exists(schedstat)) {
                throw e;
            }
            return 0; // the thread ended after the listing: no such file, or no such process while reading it
        }
    }
}
