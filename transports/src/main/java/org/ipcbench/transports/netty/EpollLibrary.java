package org.ipcbench.transports.netty;

import io.netty.channel.epoll.Epoll;
import java.nio.file.Path;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.UnpackedCode;

/** Netty's native code: whether there is any for this machine, and where it is unpacked. */
final class EpollLibrary {
    static final Library LIBRARY = new JarLibrary("Netty", "io.netty", "netty-transport-classes-epoll");

    /** The library reads it once, when its first class is used. */
    private static final String UNPACKING_DIRECTORY = "io.netty.native.workdir";

    private EpollLibrary() {}

    /** Available on Linux, where there is native code for this processor on the class path. */
    static Availability availability() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        String file = "/META-INF/native/libnetty_transport_native_epoll_%s.so".formatted(inNettysWords(processor));
        if (!system.equals("Linux") || EpollLibrary.class.getResource(file) == null) {
            return Availability.unavailable(
                    "Netty has no native code for %s on %s here".formatted(system, processor),
                    "use Linux on x86-64 or aarch64");
        }
        return UnpackedCode.availability("Netty");
    }

    /**
     * Loads the native code; to be called before anything of the library is used. It is unpacked, loaded and deleted;
     * what is killed in between leaves it in a directory that somebody empties.
     */
    static void loadBy(Path scratchDirectory) {
        System.setProperty(UNPACKING_DIRECTORY, scratchDirectory.toString());
        Epoll.ensureAvailability();
    }

    private static String inNettysWords(String processor) {
        return switch (processor) {
            case "amd64" -> "x86_64";
            case "aarch64" -> "aarch_64";
            default -> processor;
        };
    }
}
