package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.UnpackedCode;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * The transports through junixsocket. They need its native code, which is unpacked in the scratch directory; datagrams are sent and
 * received by native calls of our own.
 */
interface JunixTransport extends Transport {

    /** How this kind of socket listens and connects. */
    JunixSocket socket();

    @Override
    default Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        if (traits().has(Trait.DATAGRAM)) {
            MessageLimit.requireRoom(messageBytes, bufferBytes);
        }
        return SocketBuffers.needs(bufferBytes, connections, 1);
    }

    @Override
    default Availability availability() {
        return traits().has(Trait.DATAGRAM)
                ? NativeLibrary.availability().and(CLibrary::availability)
                : NativeLibrary.availability();
    }

    @Override
    default Listener listen(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return socket().listen(session, id());
    }

    @Override
    default Channel connect(Session session, String address) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return socket().connect(session, address);
    }

    /** One type of junixsocket's sockets. */
    interface JunixSocket {

        /**
         * Listens at a name of the session's.
         *
         * @param id the transport's
         */
        Listener listen(Session session, String id) throws IOException;

        /** Connects to a listener's name, and proves the session's token. */
        Channel connect(Session session, String address) throws IOException;
    }

    /** junixsocket's native code: whether there is any for this machine, and where it is unpacked. */
    static final class NativeLibrary {
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

    /** junixsocket, which makes the sockets, and the library for the native calls that send and receive. */
    static final class SocketsAndCalls implements Library {

        @Override
        public String nameAndVersion() {
            return both(CLibrary.LIBRARY.nameAndVersion());
        }

        @Override
        public String nameAndVersion(String jvmVersion, List<String> jvmArguments) {
            return both(CLibrary.LIBRARY.nameAndVersion(jvmVersion, jvmArguments));
        }

        private static String both(String calls) {
            return NativeLibrary.LIBRARY.nameAndVersion() + ", " + calls;
        }
    }
}
