package org.ipcbench.transports.rpc;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.rpc.RpcChannel.Client;
import org.ipcbench.transports.rpc.RpcChannel.Server;
import org.ipcbench.transports.shared.JarLibrary;

/** The ways to tell one JSON text from the next. */
enum Framing {
    LINES("rpc-lines", "JSON-RPC, a line for each message", "JSON-RPC lines") {
        @Override
        Texts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            return new Texts.Lines(source, sink, textBytes);
        }
    },
    HEADERS("rpc-headers", "JSON-RPC, Content-Length before each message", "JSON-RPC headers") {
        @Override
        Texts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            return new Texts.Headers(source, sink, textBytes);
        }
    },
    HTTP("http-stdio", "JSON-RPC by HTTP/1.1 (Netty's codecs)", "JSON-RPC HTTP") {
        @Override
        Texts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            return HttpTexts.ofClient(source, sink, textBytes);
        }

        @Override
        Texts ofServer(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            return HttpTexts.ofServer(source, sink, textBytes);
        }

        @Override
        Library library() {
            return NETTY_AND_GSON;
        }
    },
    HTTP2("http2-stdio", "JSON-RPC by HTTP/2 (Netty's codecs)", "JSON-RPC HTTP/2") {
        @Override
        Texts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            return Http2Texts.ofClient(source, sink, textBytes);
        }

        @Override
        Texts ofServer(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            return Http2Texts.ofServer(source, sink, textBytes);
        }

        @Override
        Library library() {
            return NETTY_AND_GSON;
        }
    };

    private static final Library GSON = new JarLibrary("Gson", "com.google.code.gson", "gson");
    private static final Library NETTY = new JarLibrary("Netty", "io.netty", "netty-codec-http");
    private static final Library NETTY_AND_GSON = () -> NETTY.nameAndVersion() + ", " + GSON.nameAndVersion();

    /** Calls of tools are smaller, and a message is in memory several times. */
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** Characters take two bytes each, and base64 a third more than its message. */
    private static final int QUEUED_COPIES = 20;

    private final String stdioId;
    private final String title;
    private final String csvName;

    Framing(String stdioId, String title, String csvName) {
        this.stdioId = stdioId;
        this.title = title;
        this.csvName = csvName;
    }

    /** The id of the transport over pipes. */
    String stdioId() {
        return stdioId;
    }

    /** @param place what carries the bytes */
    TransportInfo info(String id, String place, int order) {
        return new TransportInfo(
                id, title + ", " + place, "%s (%s)".formatted(csvName, place), Set.of("rpc"), order, library());
    }

    Library library() {
        return GSON;
    }

    abstract Texts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes);

    Texts ofServer(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
        return ofClient(source, sink, textBytes);
    }

    Channel client(ReadableByteChannel source, WritableByteChannel sink, Session session) throws IOException {
        int messageBytes = session.maxMessageBytes();
        Texts texts = ofClient(source, sink, RpcReader.textBytes(messageBytes));
        texts.open();
        return new Client(texts, messageBytes);
    }

    Channel server(ReadableByteChannel source, WritableByteChannel sink, Session session) {
        int messageBytes = session.maxMessageBytes();
        return new Server(
                ofServer(source, sink, RpcReader.textBytes(messageBytes)), messageBytes, (message, writer, texts) -> {
                    throw new IOException("the client has sent something other than a message of the benchmark");
                });
    }

    /** What a transport is that carries calls over a stream of bytes with these traits. */
    static Traits over(Traits stream) {
        return stream.without(Trait.DUPLEX)
                .without(Trait.SPLIT_WRITES)
                .without(Trait.BOUNDED_SPIN)
                .with(Trait.REQUESTS, Trait.DATAGRAM)
                .withQueuedCopies(QUEUED_COPIES)
                .withSizeLimit(new SizeLimit(MAX_MESSAGE_BYTES, ""));
    }
}
