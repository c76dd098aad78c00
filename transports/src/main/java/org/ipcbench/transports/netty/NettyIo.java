package org.ipcbench.transports.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketChannel;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.shared.UnpackedCode;

/** A way in which Netty has the kernel move a connected socket's bytes, by native code of its own. */
interface NettyIo {
    Library library();

    /** Whether it can be used here; decided without loading native code. */
    Availability availability();

    /** Loads the native code, and the native code of {@link EpollIo}, which connects the sockets. */
    void load();

    IoHandlerFactory handlers();

    /**
     * A channel of this way over the same socket.
     *
     * @param connected belongs to no event loop, and is not used any more if another channel is returned
     */
    DomainSocketChannel continuing(EpollDomainSocketChannel connected) throws IOException;

    /**
     * Sets how Netty begins to read: by itself as soon as there is something, or when it is asked to.
     *
     * @param socket a new one
     */
    void setReading(DomainSocketChannel socket);

    /** Lets Netty read, if it has to be asked. */
    void read(DomainSocketChannel socket);

    /** What Netty had to keep aside has been taken: it may go on if it begins by itself. */
    void goOn(DomainSocketChannel socket);

    /**
     * Loads the native code; to be called before anything of the library is used. It is unpacked, loaded and deleted;
     * what is killed in between leaves it in a directory that somebody empties.
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
}
