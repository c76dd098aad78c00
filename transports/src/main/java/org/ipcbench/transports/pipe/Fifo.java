package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * One named pipe, opened for both reading and writing, so that neither side waits for the other while opening its end. This
 * object keeps the pipe alive, and is closed after both sides are connected.
 */
final class Fifo implements Closeable {
    private static final int FILE_TYPE_MASK = 0170000;
    private static final int FILE_TYPE_FIFO = 0010000;
    private static final int MAKE_TIMEOUT_SECONDS = 10;

    private final Path path;
    private final FileChannel keeper;

    private Fifo(Path path) throws IOException {
        this.path = path;
        requireFifo(path);
        keeper = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Makes the named pipe, accessible only to this user. */
    static Fifo make(Path path) throws IOException {
        Process process = new ProcessBuilder("mkfifo", "-m", "600", path.toString())
                .redirectErrorStream(true)
                .start();
        try {
            boolean ended = process.waitFor(MAKE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                // read before the process is destroyed, which closes the stream
                String reason = ended
                        ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()
                        : "no end within " + MAKE_TIMEOUT_SECONDS + " s";
                process.destroyForcibly();
                throw new IOException("mkfifo %s failed: %s".formatted(path, reason));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making " + path, e);
        }
        return new Fifo(path);
    }

    /** Opens a named pipe that the other side has made. */
    static Fifo at(Path path) throws IOException {
        return new Fifo(path);
    }

    PipeEnd openForReading(PipeCalls calls) throws IOException {
        return calls.open(path, StandardOpenOption.READ);
    }

    PipeEnd openForWriting(PipeCalls calls) throws IOException {
        return calls.open(path, StandardOpenOption.WRITE);
    }

    /** Stops keeping the pipe alive; from now on each end notices when the other one closes. */
    @Override
    public void close() throws IOException {
        keeper.close();
    }

    private static void requireFifo(Path path) throws IOException {
        int mode = (int) Files.getAttribute(path, "unix:mode");
        if ((mode & FILE_TYPE_MASK) != FILE_TYPE_FIFO) {
            throw new IOException("%s is not a FIFO, its mode is %o".formatted(path, mode));
        }
    }
}
