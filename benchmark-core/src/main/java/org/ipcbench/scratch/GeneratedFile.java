package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A file of pseudo-random bytes, the same on every machine and JVM for the same seed.
 *
 * @param path the file's path; an existing file is replaced
 * @param bytes the file's size, in bytes
 * @param seed seed of the pseudo-random bytes
 */
public record GeneratedFile(Path path, long bytes, long seed) {
    private static final int WRITE_BYTES = 1 << 20;

    /** Makes the file completely or not at all. An interrupt of the thread ends the work. */
    public void make() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(List.of())) {
            NewFile file = NewFile.beside(path, scratch);
            fill(file.path());
            file.moveIntoPlace();
        }
    }

    private void fill(Path file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(WRITE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        SplittableRandom random = new SplittableRandom(seed);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; left -= buffer.limit()) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    buffer.putLong(random.nextLong());
                }
                buffer.flip().limit((int) Math.min(left, WRITE_BYTES));
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        }
    }
}
