package org.ipcbench.transports.junixsocket;

import java.nio.file.Path;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.UnpackedCode;

/** junixsocket's native code: whether there is any for this machine, and where it is unpacked. */
final class NativeLibrary {
    static final JarLibrary LIBRARY =
            new JarLibrary("junixsocket", "com.kohlschutter.junixsocket", "junixsocket-native-common");

    /** The library reads it once, when its first class is used. */
    private static final String UNPACKING_DIRECTORY = "org.newsclub.net.unix.library.tmpdir";

    private NativeLibrary() {}

    /** Available on Linux if the jar holds native code for this processor. */
    static Availability availability() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        String file = "/lib/%s-Linux-clang/jni/libjunixsocket-native-%s.so".formatted(processor, LIBRARY.version());
        if (!"Linux".equals(system) || NativeLibrary.class.getResource(file) == null) {
            return Availability.unavailable(
                    "junixsocket has no native code for %s on %s here".formatted(system, processor),
                    "use Linux on x86-64 or aarch64");
        }
        return UnpackedCode.availability("junixsocket");
    }

    /**
     * Sets the directory for unpacking; must be called before the library is used. The library unpacks its native code,
     * loads it and deletes it. A process that is killed in between leaves the code in a directory that is cleaned up later.
     */
    static void unpackIn(Path scratchDirectory) {
        System.setProperty(UNPACKING_DIRECTORY, scratchDirectory.toString());
    }
}
