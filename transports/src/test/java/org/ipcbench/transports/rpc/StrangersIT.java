package org.ipcbench.transports.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.transports.rpc.RpcChannel.Client;
import org.ipcbench.transports.rpc.Texts.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of others call our server, and our client calls one of theirs. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangersIT {
    private static final String MCP = "@modelcontextprotocol/sdk@1.32.2";
    private static final String LANGUAGE_SERVERS = "vscode-jsonrpc@10.0.0";
    private static final int INSTALL_SECONDS = 120;
    private static final int CLIENT_SECONDS = 30;

    /** In base64 more than a window of HTTP/2. */
    private static final int LONGEST = 100_000;

    private static final String MCP_CLIENT = """
            import { Client } from '@modelcontextprotocol/sdk/client/index.js';
            import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
            const [command, ...args] = process.argv.slice(2);
            const client = new Client({ name: 'stranger', version: '1' });
            await client.connect(new StdioClientTransport({ command, args }));
            const { tools } = await client.listTools();
            const { content } = await client.callTool({ name: 'echo', arguments: { message: 'aGVsbG8=' } });
            await client.ping();
            console.log(client.getServerVersion().name, tools[0].name, content[0].text);
            await client.close();
            """;

    private static final String LANGUAGE_CLIENT = """
            import { spawn } from 'child_process';
            import rpc from 'vscode-jsonrpc/node';
            const [command, ...args] = process.argv.slice(2);
            const server = spawn(command, args);
            const connection = rpc.createMessageConnection(
                new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
            connection.listen();
            const { serverInfo } = await connection.sendRequest('initialize', { processId: null, capabilities: {} });
            await connection.sendNotification('initialized', {});
            const { content } = await connection.sendRequest('tools/call', { name: 'echo', arguments: { message: 'aGVsbG8=' } });
            const refusal = await connection.sendRequest('textDocument/hover', {}).catch(error => error.code);
            console.log(serverInfo.name, content[0].text, refusal);
            server.stdin.end();
            """;

    private static final String MCP_SERVER = """
            import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
            import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
            import { z } from 'zod';
            const server = new McpServer({ name: 'theirs', version: '1' });
            server.registerTool('echo', { inputSchema: { message: z.string() } },
                async ({ message }) => ({ content: [{ type: 'text', text: message }] }));
            await server.connect(new StdioServerTransport());
            """;

    private static final String HTTP2_CLIENT = """
            import http2 from 'http2';
            import { spawn } from 'child_process';
            import { Duplex } from 'stream';
            const [command, ...args] = process.argv.slice(2);
            const server = spawn(command, args);
            const session = http2.connect('http://localhost', {
                createConnection: () => Duplex.from({ readable: server.stdout, writable: server.stdin }) });
            const post = content => new Promise(resolve => {
                const stream = session.request({ ':method': 'POST', ':path': '/mcp' });
                let status, text = '';
                stream.on('response', head => status = head[':status']);
                stream.on('data', data => text += data);
                stream.on('end', () => resolve([status, text]));
                stream.end(JSON.stringify({ jsonrpc: '2.0', ...content }));
            });
            const call = id => post({ id, method: 'tools/call', params: { name: 'echo', arguments: { message: 'aGVsbG8=' } } });
            const [[, hello], [accepted], ...answers] = await Promise.all([
                post({ id: 0, method: 'initialize', params: {} }),
                post({ method: 'notifications/initialized' }), call(1), call(2)]);
            console.log(JSON.parse(hello).result.serverInfo.name, accepted,
                ...answers.map(([status, text]) => status + JSON.parse(text).result.content[0].text));
            session.close();
            server.stdin.end();
            """;

    private static final String HTTP2_SERVER = """
            import http2 from 'http2';
            import { Duplex } from 'stream';
            const server = http2.createServer();
            server.on('stream', stream => {
                let text = '';
                stream.on('data', data => text += data);
                stream.on('end', () => {
                    const { id, params } = JSON.parse(text);
                    stream.respond({ ':status': 200, 'content-type': 'application/json' });
                    stream.end(JSON.stringify(
                        { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: params.arguments.message }] } }));
                });
            });
            server.emit('connection', Duplex.from({ readable: process.stdin, writable: process.stdout }));
            """;

    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
            "capabilities":{},"clientInfo":{"name":"ours","version":"1"}}}""";

    private static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    @TempDir
    static Path directory;

    private static String lack = "";

    @Timeout(2 * INSTALL_SECONDS)
    @BeforeAll
    static void install() throws Exception {
        try {
            Process npm = new ProcessBuilder(
                            "npm",
                            "install",
                            "--prefix",
                            ".",
                            "--no-audit",
                            "--no-fund",
                            "--ignore-scripts",
                            MCP,
                            LANGUAGE_SERVERS)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("npm.log").toFile())
                    .start();
            if (!npm.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS) || npm.exitValue() != 0) {
                npm.destroyForcibly();
                lack = "npm installs nothing here: " + Files.readString(directory.resolve("npm.log"));
            }
        } catch (IOException e) {
            lack = "npm is missing: " + e.getMessage();
        }
    }

    @Test
    void officialClientOfToolServersCallsOurServer() throws Exception {
        assertThat(said(script("client.mjs", MCP_CLIENT), ourServer("lines"))).isEqualTo("ipcbench echo aGVsbG8=\n");
    }

    @Test
    void clientOfLanguageServersCallsOurServer() throws Exception {
        assertThat(said(script("language.mjs", LANGUAGE_CLIENT), ourServer("headers")))
                .isEqualTo("ipcbench aGVsbG8= -32601\n");
    }

    /** Over HTTP/2, curl 7.88 sends nothing more on a connection that it uses again. */
    @ParameterizedTest
    @CsvSource({"http, --http1.1, 2", "http2, --http2-prior-knowledge, 1"})
    void curlCallsOurServerAtItsSocket(String framing, String version, int calls) throws Exception {
        Path socket = directory.resolve(framing + ".socket");
        Process server = new ProcessBuilder(ourServer(framing, socket.toString()))
                .inheritIO()
                .start();
        try {
            await().until(() -> Files.exists(socket));
            String call = """
                    {"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"echo","arguments":{"message":"aGVsbG8="}}}""";
            List<String> curl = List.of("curl", "-s", version, "--unix-socket", socket.toString());
            String answer = """
                    {"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"aGVsbG8="}]}}""";
            List<String> arguments = new ArrayList<>(List.of("-d", call));
            arguments.addAll(Collections.nCopies(calls, "http://localhost/mcp"));
            assertThat(said(curl, arguments)).isEqualTo(answer.repeat(calls));
            assertThat(said(curl, List.of("-w", "%{http_code}", "-d", INITIALIZED, "http://localhost/mcp")))
                    .isEqualTo("202");
        } finally {
            server.destroy();
        }
    }

    /** Several requests at once, each with a stream of its own. */
    @Test
    void clientOfHttp2CallsOurServerByItsStreams() throws Exception {
        assertThat(said(script("http2.mjs", HTTP2_CLIENT), ourServer("http2")))
                .isEqualTo("ipcbench 202 200aGVsbG8= 200aGVsbG8=\n");
    }

    @Test
    void ourClientCallsAServerOfTheOfficialLibrary() throws Exception {
        assertThatOurClientIsAnswered(Framing.LINES, script("server.mjs", MCP_SERVER), texts -> {
            texts.begin().put(INITIALIZE.getBytes(StandardCharsets.UTF_8));
            texts.send(Kind.CALL);
            assertThat(StandardCharsets.UTF_8.decode(texts.next()).toString()).contains("\"theirs\"");
            texts.begin().put(INITIALIZED.getBytes(StandardCharsets.UTF_8));
            texts.send(Kind.NOTIFICATION);
        });
    }

    @Test
    void ourClientCallsAServerOfHttp2() throws Exception {
        assertThatOurClientIsAnswered(Framing.HTTP2, script("http2-server.mjs", HTTP2_SERVER), texts -> {});
    }

    /** What a server wants to hear before calls. */
    @FunctionalInterface
    private interface Handshake {
        void with(Texts texts) throws IOException;
    }

    private static void assertThatOurClientIsAnswered(Framing framing, List<String> command, Handshake handshake)
            throws IOException {
        Process server = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Texts texts = framing.ofClient(
                Channels.newChannel(server.getInputStream()),
                Channels.newChannel(unbuffered(server.getOutputStream())),
                RpcReader.textBytes(LONGEST));
        try (Client client = new Client(texts, LONGEST)) {
            handshake.with(texts);
            client.sendRequests();
            for (int length = 1; length <= LONGEST; length += LONGEST / 9) {
                client.claim(length).put(0, (byte) length);
                client.commit();
                assertThat(client.receive(length).get()).isEqualTo((byte) length);
            }
        } finally {
            server.destroy();
        }
    }

    private static OutputStream unbuffered(OutputStream buffered) {
        return new FilterOutputStream(buffered) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                out.flush();
            }
        };
    }

    private static List<String> ourServer(String... arguments) {
        return Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ToolServer.class.getName()),
                        Stream.of(arguments))
                .toList();
    }

    private static List<String> script(String name, String content) throws IOException {
        assumeThat(lack).isEmpty();
        Path file = Files.writeString(directory.resolve(name), content);
        return List.of("node", file.toString());
    }

    /** What a command prints; skips the test if the command is missing. */
    private static String said(List<String> command, List<String> arguments) throws Exception {
        List<String> all = new ArrayList<>(command);
        all.addAll(arguments);
        Path output = Files.createTempFile(directory, "said", "");
        Process process;
        try {
            process = new ProcessBuilder(all)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            assumeThat(e.getMessage()).as("a command that is missing").isNull();
            throw e;
        }
        assertThat(process.waitFor(CLIENT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output);
    }
}
