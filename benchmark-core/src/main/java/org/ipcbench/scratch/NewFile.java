package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.ipcbench.measure.sample.Checksum;

/**
 * A file that is written next to its target, readable only by this user, and moved to the target when it is complete.
 * Until then it is removed with the scratch directory.
 */
public final class NewFile {
    private static final int READ_BYTES = 1 << 20;

    private final Path target;
    private final Path path;

    private NewFile(Path target, Path path) {
        this.target = target;
        this.path = path;
    }

    /** Makes an empty file next to the target. */
    public static NewFile beside(Path target, ScratchDirectory scratch) throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("'%s' is not a file name".formatted(target));
        }
        Path path = scratch.partialFileIn(directory);
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (IOException e) {
            throw new IOException("cannot create a file in '%s': %s".formatted(directory, e), e);
        }
        return new NewFile(target, path);
    }

    /** The file's path until it is moved. */
    public Path path() {
        return path;
    }

    /** Checksum of the file's content, read again. */
    public Checksum content() throws IOException {
        return contentOf(path);
    }

    /** Checksum of the content of any file. */
    public static Checksum contentOf(Path path) throws IOException {
        CRC32C checksum = new CRC32C();
        long bytes = 0;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
            for (int count = file.read(buffer); count >= 0; count = file.read(buffer)) {
                bytes += count;
                checksum.update(buffer.flip());
                buffer.clear();
            }
        }
        return new Checksum(bytes, checksum.getValue());
    }

    /** Moves the file to its target in one step; an existing file is replaced. */
    public void moveIntoPlace() throws IOException {
        try {
            Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IOException("cannot replace '%s': %s".formatted(target, e), e);
        }
    }

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
}
