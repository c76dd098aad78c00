package org.ipcbench.measure.meter;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.result.Count;
import org.jspecify.annotations.Nullable;

/**
 * The files with the kernel's counts of this process.
 *
 * @param self directory of the process
 * @param thread link to the directory of the thread that follows the link
 */
record ProcessFiles(Path self, Path thread) {
    /** The running kernel's files. */
    static final ProcessFiles SYSTEM = new ProcessFiles(Path.of("/proc/self"), Path.of("/proc/thread-self"));

    /** Indexes of fields of {@code /proc/self/stat}, counted from the field after the name, which is number 3. */
    private static final int MINOR_FAULTS = 10 - 3;

    private static final int MAJOR_FAULTS = 12 - 3;
    private static final int USER_TICKS = 14 - 3;
    private static final int SYSTEM_TICKS = 15 - 3;

    /** The number that makes the kernel reset the peak. */
    private static final String RESET_PEAK = "5";

    /** Resets the peak of memory use; if this is not allowed, the peak remains the peak since the process started. */
    void forgetPeak() {
        try (OutputStream file = new FileOutputStream(self.resolve("clear_refs").toFile())) {
            file.write(RESET_PEAK.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return; // not allowed, or no such kernel
        }
    }

    /**
     * Reads the number of system calls first, or last: reading the other counts makes system calls, which must not be
     * counted.
     */
    ProcessCounts read(boolean callsFirst) {
        long callsBefore = callsFirst ? ioCalls() : 0;
        Map<String, ThreadCounts> threads = ThreadCounts.all(self.resolve("task"));
        String readerName = readerName();
        @Nullable ThreadCounts reader = threads.remove(readerName);
        String[] stat = statFields();
        long peak = new KernelFile(self.resolve("status")).number("VmHWM:").orElse(Count.UNKNOWN);
        return new ProcessCounts(
                threads,
                reader == null ? Map.of() : Map.of(readerName, reader),
                field(stat, USER_TICKS),
                field(stat, SYSTEM_TICKS),
                callsFirst ? callsBefore : ioCalls(),
                field(stat, MINOR_FAULTS),
                field(stat, MAJOR_FAULTS),
                peak == Count.UNKNOWN ? Count.UNKNOWN : peak << 10);
    }

    private String readerName() {
        try {
            return thread.toFile().getCanonicalFile().getName();
        } catch (IOException e) {
            return "";
        }
    }

    private long ioCalls() {
        String io = new KernelFile(self.resolve("io")).text().orElse("");
        OptionalLong reads = KernelFile.number(io, "syscr:");
        OptionalLong writes = KernelFile.number(io, "syscw:");
        return reads.isPresent() && writes.isPresent() ? reads.getAsLong() + writes.getAsLong() : Count.UNKNOWN;
    }

    private String[] statFields() {
        String stat = new KernelFile(self.resolve("stat")).text().orElse("");
        return stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    }

    private static long field(String[] stat, int index) {
        return index < stat.length ? Long.parseLong(stat[index]) : Count.UNKNOWN;
    }
}
