package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ipcbench.transports.libc.Descriptor;
import org.jspecify.annotations.Nullable;

/** The calls that write messages to a pipe and read them. */
enum PipeCalls {
    /** The calls of the JDK's {@link FileChannel}. */
    JDK {
        @Override
        @Nullable
        Descriptor descriptor(Path path, StandardOpenOption access) {
            return null;
        }
    },

    /** Direct calls of {@code read(2)} and {@code write(2)}. */
    NATIVE {
        @Override
        Descriptor descriptor(Path path, StandardOpenOption access) throws IOException {
            return Descriptor.open(path, access);
        }
    };

    /**
     * The descriptor for messages, in addition to the JDK's channel for this path; null if messages go through the channel.
     */
    abstract @Nullable Descriptor descriptor(Path path, StandardOpenOption access) throws IOException;

    PipeEnd open(Path path, StandardOpenOption access) throws IOException {
        return end(FileChannel.open(path, access), path, access);
    }

    /** Takes over an end that was opened without its path. */
    PipeEnd end(FileChannel opened, Path path, StandardOpenOption access) throws IOException {
        try {
            return PipeEnd.of(opened, descriptor(path, access), path);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }
}
