package org.ipcbench.transports.grpc;

import io.grpc.internal.GrpcUtil;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import java.nio.file.Path;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.shared.UnpackedCode;

/** Common parts of both gRPC transports: traits, version, native code, and the library's log. */
final class GrpcLibrary {
    /**
     * Copies of a queued message: gRPC's copy for the socket, the copy that arrives in pieces, and one that is not freed
     * yet.
     */
    private static final int QUEUED_COPIES = 3;

    /** A property that the copy of Netty inside gRPC reads once, when its first class is used. */
    private static final String UNPACKING_DIRECTORY = "io.grpc.netty.shaded.io.netty.native.workdir";

    /** A holder, since peers that use another transport have no use for a log, which takes them 20 ms. */
    private static final class Log {
        /**
         * gRPC logs several lines about a stranger's bytes. This field keeps the logger, which would lose its level
         * otherwise.
         */
        static final Logger LOG = Logger.getLogger("io.grpc");
    }

    private GrpcLibrary() {}

    static TransportInfo info(String id, String title, String csvName, int order) {
        return new TransportInfo(
                id,
                title,
                csvName,
                Set.of("libraries"),
                order,
                () -> "gRPC " + GrpcUtil.getGrpcBuildVersion().getImplementationVersion());
    }

    static Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING, Trait.DETECTS_CLOSE, Trait.DATAGRAM, Trait.REQUESTS, Trait.STREAM_SOCKET)
                .withQueuedCopies(QUEUED_COPIES);
    }

    /** Whether the library has native code for this system; decided only by its files. */
    static boolean bringsNativeCode() {
        String processor = System.getProperty("os.arch");
        String file = "/META-INF/native/libio_grpc_netty_shaded_netty_transport_native_epoll_%s.so"
                .formatted(
                        switch (processor) {
                            case "amd64" -> "x86_64";
                            case "aarch64" -> "aarch_64";
                            default -> processor;
                        });
        return System.getProperty("os.name").equals("Linux") && GrpcLibrary.class.getResource(file) != null;
    }

    /** Whether there is native code, and whether it can be loaded. */
    static Availability nativeCode() {
        return bringsNativeCode()
                ? UnpackedCode.availability("gRPC")
                : Availability.unavailable(
                        "gRPC has no native code for %s on %s here"
                                .formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
                        "use Linux on x86-64 or aarch64");
    }

    /**
     * Prepares the library; must be called before any other class of the library is used. Only severe problems are logged.
     */
    static void loadBy(Path scratchDirectory) {
        Log.LOG.setLevel(Level.SEVERE);
        System.setProperty(UNPACKING_DIRECTORY, scratchDirectory.toString());
        if (bringsNativeCode()) {
            Epoll.ensureAvailability();
        }
    }
}
