package org.ipcbench.transports.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import java.io.InputStream;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.LibraryWait;
import org.jspecify.annotations.Nullable;

/** The service that both sides speak, written by hand: its messages are bytes and nothing else. */
final class GrpcProtocol {
    static final LibraryWait WAIT = new LibraryWait("gRPC");

    static final String SERVICE = "org.ipcbench.Messages";

    /** Passes bytes on unchanged; both sides copy them from and to their own memory. */
    private static final Marshaller<InputStream> BYTES = new Marshaller<>() {
        @Override
        public InputStream stream(InputStream message) {
            return message;
        }

        @Override
        public InputStream parse(InputStream message) {
            return message;
        }
    };

    /** The session: open as long as the channel, with messages in either direction. */
    static final MethodDescriptor<InputStream, InputStream> STREAM = method("Stream", MethodType.BIDI_STREAMING);

    /** One message and its answer. */
    static final MethodDescriptor<InputStream, InputStream> CALL = method("Call", MethodType.UNARY);

    /** Half of the token, which one side shows to the other when the session begins. */
    private static final Metadata.Key<byte[]> PROOF =
            Metadata.Key.of("ipcbench-proof-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private GrpcProtocol() {}

    static Metadata showing(byte[] proof) {
        Metadata headers = new Metadata();
        headers.put(PROOF, proof);
        return headers;
    }

    static boolean shows(Metadata headers, byte[] expected) {
        byte @Nullable [] shown = headers.get(PROOF);
        return shown != null && Token.matches(expected, shown);
    }

    private static MethodDescriptor<InputStream, InputStream> method(String name, MethodType type) {
        return MethodDescriptor.newBuilder(BYTES, BYTES)
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .build();
    }
}
