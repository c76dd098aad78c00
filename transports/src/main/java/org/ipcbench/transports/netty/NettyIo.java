package org.ipcbench.transports.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.shared.UnpackedCode;

/** One of Netty's ways to move a connected socket's bytes, with its native code. */
interface NettyIo {
    Library library();

    /** Whether it can be used here; decided without loading native code. */
    Availability availability();

    /** Loads the native code, and the native code of {@link EpollIo}, which connects the sockets. */
    void load();

    IoHandlerFactory handlers();

    /**
     * A channel over the same socket that uses this kind of I/O.
     *
     * @param connected a channel that belongs to no event loop; must not be used any more if another channel is returned
     */
    DomainSocketChannel continuing(EpollDomainSocketChannel connected) throws IOException;

    /**
     * Sets how Netty begins to read: by itself as soon as bytes arrive, or on request.
     *
     * @param socket a new one
     */
    void setReading(DomainSocketChannel socket);

    /** Lets Netty read, if it reads only on request. */
    void read(DomainSocketChannel socket);

    /** Lets Netty continue, if it reads by itself, after the bytes kept aside have been taken. */
    void goOn(DomainSocketChannel socket);

    /**
     * Loads the native code; must be called before the library is used. The code is unpacked, loaded and deleted. A process
     * that is killed in between leaves it in a directory that is cleaned up later.
     */
    default void loadBy(Path scratchDirectory) throws IOException {
        UnpackingDirectory.during(this::load, scratchDirectory);
    }

    /**
     * Available on Linux if there is native code for this processor on the class path.
     *
     * @param name of the library's native code
     */
    static Availability nativeCode(String name) {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        String file = "/META-INF/native/libnetty_transport_native_%s_%s.so".formatted(name, inNettysWords(processor));
        if (!system.equals("Linux") || NettyIo.class.getResource(file) == null) {
            return Availability.unavailable(
                    "Netty has no native code for %s on %s here".formatted(system, processor),
                    "use Linux on x86-64 or aarch64");
        }
        return UnpackedCode.availability("Netty");
    }

    private static String inNettysWords(String processor) {
        return switch (processor) {
            case "amd64" -> "x86_64";
            case "aarch64" -> "aarch_64";
            default -> processor;
        };
    }

    /**
     * The directory in which Netty unpacks native code. Netty looks it up only once. In a process with several sessions, or
     * with two kinds of code, the first session's directory may be gone when Netty unpacks again.
     */
    final class UnpackingDirectory {
        private static final String PROPERTY = "io.netty.native.workdir";

        private UnpackingDirectory() {}

        /** Loads native code while its directory exists: this one, or the one that Netty has looked up. */
        static synchronized void during(Runnable loading, Path scratchDirectory) throws IOException {
            if (System.getProperty(PROPERTY) == null) {
                System.setProperty(PROPERTY, scratchDirectory.toString());
            }
            Path known = Path.of(System.getProperty(PROPERTY));
            if (Files.isDirectory(known)) {
                loading.run();
                return;
            }
            OwnFiles.createDirectory(known);
            try {
                loading.run();
            } finally {
                Files.deleteIfExists(known);
            }
        }
    }
}
