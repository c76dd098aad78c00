package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability.Available;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Descriptor;
import org.jspecify.annotations.Nullable;

/**
 * One end of a pipe. Authentication goes through the JDK's channel, because closing this channel ends a blocked call when
 * the time is up; {@code read(2)} cannot be ended.
 *
 * @param channel the JDK's channel
 * @param descriptor carries messages by native calls; null if the JDK's channel carries them, too
 * @param name the kernel's name of the pipe
 */
record PipeEnd(FileChannel channel, @Nullable Descriptor descriptor, String name) implements Closeable {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** What the kernel adds to the name of a file that is gone. */
    private static final String GONE = " (deleted)";

    /** @param path where the end was opened, or could be: a FIFO, or a descriptor of a process */
    static PipeEnd of(FileChannel channel, @Nullable Descriptor descriptor, Path path) throws IOException {
        Path name = Files.isSymbolicLink(path)
                ? Files.readSymbolicLink(path)
                : path.resolveSibling("").toRealPath().resolve(path.getFileName()); // the FIFO may be gone already
        return new PipeEnd(channel, descriptor, name.toString());
    }

    /** Number of bytes for which the pipe has pages; 0 if that cannot be asked here. */
    int capacityBytes() {
        try {
            return descriptor == null ? asked() : descriptor.pipeBytes();
        } catch (IOException | LinkageError e) {
            return 0; // nothing depends on it but how many threads a client has
        }
    }

    private int asked() throws IOException {
        Optional<Path> own = ownDescriptor();
        if (own.isEmpty() || !(CLibrary.availability() instanceof Available)) {
            return 0;
        }
        try (Descriptor asking = Descriptor.openNonBlocking(own.get())) {
            return asking.pipeBytes();
        }
    }

    /** Gives the pipe pages for this number of bytes at least. */
    void setCapacity(int bytes) throws IOException {
        try {
            if (descriptor != null) {
                descriptor.setPipeBytes(bytes);
                return;
            }
            Path own =
                    ownDescriptor().orElseThrow(() -> new IOException("the pipe has no descriptor in " + DESCRIPTORS));
            try (Descriptor setting = Descriptor.openNonBlocking(own)) {
                setting.setPipeBytes(bytes);
            }
        } catch (IOException e) {
            throw new IOException(
                    "--buffer %d: the kernel refuses a pipe of this capacity: %s".formatted(bytes, e.getMessage()), e);
        }
    }

    /** This process's descriptor of the pipe: the only way to a FIFO without a path, or after the other process has ended. */
    private Optional<Path> ownDescriptor() throws IOException {
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.filter(this::isThis).findFirst();
        }
    }

    private boolean isThis(Path open) {
        try {
            String found = Files.readSymbolicLink(open).toString();
            return found.equals(name) || found.equals(name + GONE);
        } catch (IOException e) {
            return false; // closed meanwhile, as the directory's own
        }
    }

    /** Closes what only authentication needed. */
    void keepForMessages() throws IOException {
        if (descriptor != null) {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (descriptor != null) {
                descriptor.close();
            }
        }
    }
}
