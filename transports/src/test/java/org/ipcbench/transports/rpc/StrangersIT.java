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

/** Clients of others call our server, and our client calls one of theirs. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangersIT {
    private static final String MCP = "@modelcontextprotocol/sdk@1.32.2";
    private static final String LANGUAGE_SERVERS = "vscode-jsonrpc@10.0.0";
    private static final int INSTALL_SECONDS = 120;
    private static final int CLIENT_SECONDS = 30;

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

    @Test
    void curlCallsOurServerAtItsSocket() throws Exception {
        Path socket = directory.resolve("http.socket");
        Process server = new ProcessBuilder(ourServer("http", socket.toString()))
                .inheritIO()
                .start();
        try {
            await().until(() -> Files.exists(socket));
            String call = """
                    {"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"echo","arguments":{"message":"aGVsbG8="}}}""";
            List<String> curl = List.of("curl", "-s", "--unix-socket", socket.toString());
            String answer = """
                    {"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"aGVsbG8="}]}}""";
            assertThat(said(curl, List.of("-d", call, "http://localhost/mcp", "http://localhost/mcp")))
                    .isEqualTo(answer + answer);
            assertThat(said(curl, List.of("-w", "%{http_code}", "-d", INITIALIZED, "http://localhost/mcp")))
                    .isEqualTo("202");
        } finally {
            server.destroy();
        }
    }

    @Test
    void ourClientCallsAServerOfTheOfficialLibrary() throws Exception {
        List<String> command = script("server.mjs", MCP_SERVER);
        Process server = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Texts texts = Framing.LINES.ofClient(
                Channels.newChannel(server.getInputStream()),
                Channels.newChannel(unbuffered(server.getOutputStream())),
                RpcReader.textBytes(1000));
        try (Client client = new Client(texts, 1000)) {
            texts.begin().put(INITIALIZE.getBytes(StandardCharsets.UTF_8));
            texts.send(Kind.CALL);
            assertThat(StandardCharsets.UTF_8.decode(texts.next()).toString()).contains("\"theirs\"");
            texts.begin().put(INITIALIZED.getBytes(StandardCharsets.UTF_8));
            texts.send(Kind.NOTIFICATION);
            client.sendRequests();
            for (int length = 1; length <= 1000; length += 111) {
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
