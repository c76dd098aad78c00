package org.ipcbench.kernel;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A small file that is read again and again. The first successful read leaves it open, so that later ones cost two system calls and
 * little code. {@link KernelFile} opens its file each time.
 */
public final class OpenFile implements Closeable {
    private static final byte[] NOTHING = {};

    private final Path path;
    private byte[] buffer = new byte[4 << 10];
    private @Nullable RandomAccessFile file;
    private boolean closed;

    public OpenFile(Path path) {
        this.path = path;
    }

    /**
     * The whole content; empty if there is no such file, or if the process that it describes has ended. The kernel may end a file
     * of its own after the first read.
     */
    public byte[] bytes() {
        try {
            RandomAccessFile open = open();
            open.seek(0);
            int filled = Math.max(0, open.read(buffer, 0, buffer.length));
            while (filled == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * filled);
                filled += Math.max(0, open.read(buffer, filled, buffer.length - filled));
            }
            return Arrays.copyOf(buffer, filled);
        } catch (IOException e) {
            return NOTHING;
        }
    }

    private RandomAccessFile open() throws IOException {
        RandomAccessFile open = file;
        if (open == null) {
            if (closed) {
                throw new IOException("closed");
            }
            open = new RandomAccessFile(path.toFile(), "r");
            file = open;
        }
        return open;
    }

    /** Closes the file; a later read finds nothing. */
    @Override
    public void close() throws IOException {
        closed = true;
        RandomAccessFile open = file;
        if (open != null) {
            open.close();
        }
    }
}
