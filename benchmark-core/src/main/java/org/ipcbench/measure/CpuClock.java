package org.ipcbench.measure;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
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

    /**
     * Not by {@link Files}, which reads through a {@link java.nio.channels.FileChannel} into memory on the heap. What the
     * warm-up has compiled for the channels of a transport has never met such memory, and would be thrown away just when
     * the measured part begins.
     */
    private static long threadNanos(Path schedstat) throws IOException {
        try (InputStream file = new FileInputStream(schedstat.toFile())) {
            String fields = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
            return Long.parseLong(fields.substring(0, fields.indexOf(' ')));
        } catch (IOException e) {
            if (Files.exists(schedstat)) {
                throw e;
            }
            return 0; // the thread ended after the listing: no such file, or no such process while reading it
        }
    }
}
