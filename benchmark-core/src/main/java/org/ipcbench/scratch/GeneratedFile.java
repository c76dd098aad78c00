package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A file of pseudo-random bytes, the same on every machine and JVM for the same seed.
 *
 * @param path where it will be, in place of what is there
 * @param bytes how many
 * @param seed decides which
 */
public record GeneratedFile(Path path, long bytes, long seed) {
    private static final int WRITE_BYTES = 1 << 20;

    /** SplitMix64's increment and multipliers, see Steele, Lea and Flood, "Fast splittable pseudorandom number generators". */
    private static final long INCREMENT = 0x9e3779b97f4a7c15L;

    private static final long FIRST_MULTIPLIER = 0xbf58476d1ce4e5b9L;
    private static final long SECOND_MULTIPLIER = 0x94d049bb133111ebL;

    /** Makes it, whole or not at all. Interrupting the thread ends it. */
    public void make() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(List.of())) {
            NewFile file = NewFile.beside(path, scratch);
            fill(file.path());
            file.moveIntoPlace();
        }
    }

    private void fill(Path file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(WRITE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long state = seed;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; left -= buffer.limit()) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    state += INCREMENT;
                    buffer.putLong(mixed(state));
                }
                buffer.flip().limit((int) Math.min(left, WRITE_BYTES));
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        }
    }

    private static long mixed(long state) {
        long first = (state ^ state >>> 30) * FIRST_MULTIPLIER;
        long second = (first ^ first >>> 27) * SECOND_MULTIPLIER;
        return second ^ second >>> 31;
    }
}
