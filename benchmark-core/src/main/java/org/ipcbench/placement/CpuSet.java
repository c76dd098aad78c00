package org.ipcbench.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.ProcessStatus;

/**
 * A set of CPUs; the kernel's notation is, for example, {@code 0-3,8}.
 *
 * @param list the CPU numbers, in ascending order
 */
public record CpuSet(List<Integer> list) {
    private static final int MAX_CPU = 1 << 16;

    public CpuSet {
        list = List.copyOf(list);
    }

    public static CpuSet of(int cpu) {
        return new CpuSet(List.of(cpu));
    }

    /**
     * Reads the kernel's notation.
     *
     * @throws IllegalArgumentException if the text is not in the kernel's notation
     */
    public static CpuSet parse(String text) {
        BitSet cpus = new BitSet();
        for (String range : text.strip().split(",", -1)) {
            String[] ends = range.split("-", 2);
            int first = Integer.parseInt(ends[0].strip());
            int last = ends.length == 1 ? first : Integer.parseInt(ends[1].strip());
            if (first < 0 || last < first || last >= MAX_CPU) {
                throw new IllegalArgumentException("not a range of CPUs: " + range);
            }
            cpus.set(first, last + 1);
        }
        return new CpuSet(cpus.stream().boxed().toList());
    }

    /** Reads a file in which the kernel lists CPUs; empty if the file lists none or cannot be read. */
    public static CpuSet listedIn(Path file) throws IOException {
        String text = new KernelFile(file).wholeText().orElse("").strip();
        return text.isEmpty() ? new CpuSet(List.of()) : parse(text);
    }

    /**
     * The CPUs that this process runs on unless it is moved, according to the kernel; all of the JVM's CPUs if the
     * kernel does not tell. The process may be moved to other CPUs: see {@link PlacingCommands#reachable}.
     */
    public static CpuSet allowed() throws IOException {
        return allowedBy(ProcessStatus.FILE);
    }

    /** The CPUs that the calling thread runs on; it may have been moved apart from its process. */
    public static CpuSet ofCallingThread() throws IOException {
        return allowedBy(ProcessStatus.THREAD_FILE);
    }

    /** The CPUs that the calling thread runs on, in the kernel's notation; empty if the kernel does not tell. */
    public static String shownOfCallingThread() throws IOException {
        return shownBy(ProcessStatus.THREAD_FILE);
    }

    private static String shownBy(Path status) throws IOException {
        String text = new KernelFile(status).wholeText().orElse(""); // fails without descriptors
        String cpus = new ProcessStatus(text.lines().toList()).allowedCpus();
        return cpus.isEmpty() ? "" : parse(cpus).toString();
    }

    private static CpuSet allowedBy(Path status) throws IOException {
        String cpus = shownBy(status);
        return cpus.isEmpty()
                ? new CpuSet(IntStream.range(0, Runtime.getRuntime().availableProcessors())
                        .boxed()
                        .toList())
                : parse(cpus);
    }

    /** The union of these CPUs and another list in the kernel's notation, which may be empty. */
    public CpuSet and(String further) {
        return further.isBlank() ? this : parse(this + "," + further);
    }

    /** Whether one of these CPUs is in another list in the kernel's notation, which may be empty. */
    public boolean meets(String others) {
        return !others.isBlank() && parse(others).list().stream().anyMatch(list::contains);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < list.size(); i++) {
            int first = list.get(i);
            int last = first;
            while (i + 1 < list.size() && list.get(i + 1) == last + 1) {
                last = list.get(++i);
            }
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append('-').append(last);
            }
        }
        return text.toString();
    }
}
