package org.ipcbench.measure;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the kernel tells on which CPU a thread is. The file stays open, so that a reading is two system calls, takes 3 to 4 µs and allocates nothing.
 */
final class ThreadStat implements CurrentCpu {
    /** Belongs to the thread that opens it. */
    private static final Path STAT = Path.of("/proc/thread-self/stat");

    /** The longest line there can be: 52 numbers of up to 20 digits, and a name. */
    private static final int BUFFER_BYTES = 2048;

    /** The CPU's field, counted from the one behind the name, which is number 3. */
    private static final int CPU_FIELD = 39 - 3;

    private final @Nullable RandomAccessFile stat;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    private ThreadStat(@Nullable RandomAccessFile stat) {
        this.stat = stat;
    }

    static CurrentCpu ofCallingThread() {
        return of(STAT);
    }

    static CurrentCpu of(Path stat) {
        try {
            return new ThreadStat(new RandomAccessFile(stat.toFile(), "r"));
        } catch (IOException e) {
            return new ThreadStat(null); // no such kernel: nothing is known
        }
    }

    @Override
    public int number() {
        if (stat == null) {
            return Mark.UNKNOWN_CPU;
        }
        try {
            stat.seek(0);
            return number(buffer, stat.read(buffer));
        } catch (IOException e) {
            return Mark.UNKNOWN_CPU;
        }
    }

    /** The name, in parentheses, may contain spaces and parentheses itself. */
    private static int number(byte[] line, int length) {
        int at = length - 1;
        while (at >= 0 && line[at] != ')') {
            at--;
        }
        if (at < 0) {
            return Mark.UNKNOWN_CPU;
        }
        at += 2;
        for (int field = 0; field < CPU_FIELD; field++) {
            at = behindField(line, at, length);
        }
        int cpu = Mark.UNKNOWN_CPU;
        while (at < length && line[at] >= '0' && line[at] <= '9') {
            cpu = Math.max(0, cpu) * 10 + line[at] - '0';
            at++;
        }
        return cpu;
    }

    /** A method of its own: called often, it is compiled early in the warm-up, where a long loop is not before the measured part. */
    private static int behindField(byte[] line, int start, int length) {
        int at = start;
        while (at < length && line[at] != ' ') {
            at++;
        }
        return at + 1;
    }

    @Override
    public void close() throws IOException {
        if (stat != null) {
            stat.close();
        }
    }
}
