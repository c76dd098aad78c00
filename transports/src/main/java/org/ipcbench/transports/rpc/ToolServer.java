package org.ipcbench.transports.rpc;

import com.google.gson.stream.JsonWriter;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transports.rpc.RpcChannel.Server;
import org.ipcbench.transports.rpc.Texts.Kind;

/**
 * The server's end of these transports for clients of others: a server of the Model Context Protocol with one tool, which echoes its
 * argument. It speaks over its standard streams, or serves one connection after the other at a Unix socket.
 *
 * <pre>{@code java -cp ipc-benchmarktest.jar org.ipcbench.transports.rpc.ToolServer lines|headers|http|http2 [SOCKET]}</pre>
 */
public final class ToolServer {
    private static final int MESSAGE_BYTES = 1 << 20;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    /** The versions of the protocol that are known; the last one is offered to a client that asks for another. */
    private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18");

    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;

    private ToolServer() {}

    public static void main(String[] arguments) {
        Set<String> framings = Set.of("lines", "headers", "http", "http2");
        if (arguments.length < 1 || arguments.length > 2 || !framings.contains(arguments[0])) {
            System.err.println("usage: ToolServer lines|headers|http|http2 [SOCKET]");
            System.exit(USAGE);
        }
        Framing framing = Framing.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        try {
            if (arguments.length == 1) {
                serve(
                        framing,
                        new FileInputStream(FileDescriptor.in).getChannel(),
                        new FileOutputStream(FileDescriptor.out).getChannel());
            } else {
                serveAt(Path.of(arguments[1]), framing);
            }
        } catch (IOException | RuntimeException e) {
            tell(e);
            System.exit(FAILED);
        }
    }

    private static void serveAt(Path socket, Framing framing) throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            bind(listening, socket.toAbsolutePath());
            socket.toFile().deleteOnExit();
            while (true) {
                SocketChannel connected = listening.accept();
                try {
                    serve(framing, connected, connected);
                } catch (IOException | RuntimeException e) { // the latter from a library, of a client's strange message
                    tell(e); // the next client may do better
                }
            }
        }
    }

    /** Binds in a private directory, and moves the socket when it is private itself. */
    static void bind(ServerSocketChannel listening, Path socket) throws IOException {
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("%s exists: delete it if no server uses it, or name another file".formatted(socket));
        }
        Path directory;
        try {
            directory = Files.createTempDirectory(ScratchDirectory.holding(socket), "ipc");
        } catch (IOException e) {
            throw new IOException("cannot create a file beside %s: %s".formatted(socket, e), e);
        }
        Path bound = directory.resolve("s");
        try {
            listening.bind(UnixDomainSocketAddress.of(bound));
            Files.setPosixFilePermissions(bound, PosixFilePermissions.fromString("rw-------"));
            Files.move(bound, socket);
        } catch (SocketException e) {
            throw new IOException("%s: %s".formatted(bound, e.getMessage()), e);
        } finally {
            Files.deleteIfExists(bound);
            Files.delete(directory);
        }
    }

    private static void tell(Exception e) {
        System.err.println(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }

    /** Answers until the client closes. */
    static void serve(Framing framing, ReadableByteChannel source, WritableByteChannel sink) throws IOException {
        Texts texts = framing.ofServer(source, sink, RpcReader.textBytes(MESSAGE_BYTES));
        try (Server server = new Server(texts, MESSAGE_BYTES, ToolServer::answer)) {
            while (true) {
                ByteBuffer message = server.receiveAny();
                if (server.isCalled()) {
                    server.claim(message.remaining()).put(message);
                    server.commit();
                } else {
                    texts.accept();
                }
            }
        } catch (EOFException e) {
            // the client has all it wanted
        }
    }

    /** Answers messages other than calls of the tool. */
    private static void answer(RpcReader message, RpcWriter writer, Texts texts) throws IOException {
        if (!message.isRequest() || !message.hasId()) {
            texts.accept();
            return;
        }
        writer.message(
                json -> {
                    message.writeId(json);
                    switch (message.method()) {
                        case "initialize" -> initialize(json, message);
                        case "tools/list" -> tools(json);
                        case "ping" -> json.name("result").beginObject().endObject();
                        case RpcReader.CALL -> refuse(json, INVALID_PARAMS, "the tool is echo, its message base64");
                        default -> refuse(json, METHOD_NOT_FOUND, "no such method");
                    }
                },
                texts.begin());
        texts.send(Kind.ANSWER);
    }

    /** All versions have the same calls of tools. */
    private static void initialize(JsonWriter json, RpcReader message) throws IOException {
        json.name("result").beginObject();
        json.name("protocolVersion")
                .value(message.protocolVersion().filter(VERSIONS::contains).orElse(VERSIONS.get(VERSIONS.size() - 1)));
        json.name("capabilities")
                .beginObject()
                .name("tools")
                .beginObject()
                .endObject()
                .endObject();
        json.name("serverInfo")
                .beginObject()
                .name("name")
                .value("ipcbench")
                .name("version")
                .value(SuiteVersion.current())
                .endObject();
        json.endObject();
    }

    private static void tools(JsonWriter json) throws IOException {
        json.name("result").beginObject().name("tools").beginArray().beginObject();
        json.name("name").value(RpcReader.TOOL).name("description").value("Returns its message.");
        json.name("inputSchema")
                .beginObject()
                .name("type")
                .value("object")
                .name("properties")
                .beginObject();
        json.name(RpcReader.ARGUMENT)
                .beginObject()
                .name("type")
                .value("string")
                .name("contentEncoding")
                .value("base64");
        json.endObject()
                .endObject()
                .name("required")
                .beginArray()
                .value(RpcReader.ARGUMENT)
                .endArray();
        json.endObject().endObject().endArray().endObject();
    }

    private static void refuse(JsonWriter json, int code, String reason) throws IOException {
        json.name("error")
                .beginObject()
                .name("code")
                .value(code)
                .name("message")
                .value(reason)
                .endObject();
    }
}
