package org.ipcbench.transports.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of others send, all at once, and what they get. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ToolServerTest extends InScratchDirectory {
    private static final String CALL = """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"message":"AQID"}}}""";
    private static final String RESULT = """
            {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"AQID"}]}}""";
    private static final String NOTIFICATION = """
            {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"AQID"}}""";

    private static String answers(Framing framing, String sent) throws IOException {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        ToolServer.serve(
                framing,
                Channels.newChannel(new ByteArrayInputStream(sent.getBytes(StandardCharsets.UTF_8))),
                Channels.newChannel(answers));
        return answers.toString(StandardCharsets.UTF_8);
    }

    private static String request(String method, String parameters) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}\n".formatted(method, parameters);
    }

    private static String post(String content) {
        return "POST /mcp HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s".formatted(content.length(), content);
    }

    private static Stream<String> statuses(String requests) throws IOException {
        return Pattern.compile("HTTP/1.1 (\\d+)")
                .matcher(answers(Framing.HTTP, requests))
                .results()
                .map(MatchResult::group)
                .map(line -> line.substring(line.length() - 3));
    }

    @ParameterizedTest
    @CsvSource({"2025-03-26, 2025-03-26", "2025-06-18, 2025-06-18", "1999-12-31, 2025-06-18"})
    void handshakeAgreesOnAKnownVersion(String asked, String agreed) throws IOException {
        assertThat(answers(Framing.LINES, request("initialize", "{\"protocolVersion\":\"%s\"}".formatted(asked))))
                .contains(
                        "\"id\":7",
                        "\"protocolVersion\":\"%s\"".formatted(agreed),
                        "\"version\":\"%s\"".formatted(SuiteVersion.current()));
    }

    @Test
    void toolIsListedAndCalled() throws IOException {
        assertThat(answers(Framing.LINES, request("tools/list", "{}") + request("ping", "{}") + CALL + "\n")
                        .lines())
                .satisfiesExactly(
                        tools -> assertThat(tools).contains("\"name\":\"echo\"", "\"required\":[\"message\"]"),
                        ping -> assertThat(ping).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}"),
                        call -> assertThat(call).isEqualTo(RESULT));
    }

    @Test
    void whatIsUnknownIsRefused() throws IOException {
        assertThat(answers(
                                Framing.LINES,
                                request("shutdown", "[]")
                                        + request("x".repeat(1_300_000), "{}")
                                        + request("tools/call", "{\"name\":\"other\"}")
                                        + CALL.replace("AQID", "?") + "\n"
                                        + CALL + "\n")
                        .lines())
                .satisfiesExactly(
                        method -> assertThat(method).contains("-32601", "no such method"),
                        method -> assertThat(method).contains("-32601").hasSizeLessThan(200),
                        tool -> assertThat(tool).contains("-32602"),
                        message -> assertThat(message).contains("-32602"),
                        call -> assertThat(call).isEqualTo(RESULT));
    }

    @Test
    void notificationsHaveNoAnswer() throws IOException {
        assertThat(answers(Framing.LINES, NOTIFICATION + "\n" + NOTIFICATION.replace("message", "initialized") + "\n"))
                .isEmpty();
        assertThat(statuses(post(NOTIFICATION) + post(CALL))).containsExactly("202", "200");
    }

    @ParameterizedTest
    @ValueSource(strings = {CALL + CALL, CALL + "7", CALL + "[]" + "\n" + CALL, CALL + " /*"})
    void secondValueInATextIsRefused(String texts) {
        assertThatIOException()
                .isThrownBy(() -> answers(Framing.LINES, texts + "\n"))
                .withMessageContaining("JSON-RPC");
    }

    @Test
    void requestWithoutATextIsRefused() throws IOException {
        assertThat(statuses(post("") + "POST / HTTP/1.1\r\n\r\n" + post(CALL))).containsExactly("400", "400", "200");
    }

    @Test
    void otherMethodsAreRefusedWithTheirContent() throws IOException {
        assertThat(statuses(post(CALL).replace("POST", "PUT") + "GET / HTTP/1.1\r\n\r\n" + post(CALL)))
                .containsExactly("405", "405", "200");
    }

    @Test
    void clientThatWaitsIsToldToContinue() throws IOException {
        assertThat(statuses(post(CALL).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n") + post(CALL)))
                .containsExactly("100", "200", "200");
    }

    @Test
    void linesAreAcceptedTogether() throws IOException {
        String head = "POST / HTTP/1.1\r\nContent-Type: application/x-ndjson\r\n";
        String line = NOTIFICATION + "\n";
        String chunk = "%x\r\n%s\r\n".formatted(line.length(), line);

        assertThat(statuses(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n" + post(CALL)))
                .containsExactly("202", "200");
        assertThat(statuses(head
                        + "Content-Length: %d\r\n\r\n%s".formatted(NOTIFICATION.length(), NOTIFICATION)
                        + post(CALL)))
                .containsExactly("202", "200");
    }

    @Test
    void requestWithSeveralCallsIsRefused() {
        String chunk = "%x\r\n%s\n\r\n".formatted(CALL.length() + 1, CALL);

        assertThatIOException()
                .isThrownBy(() -> answers(
                        Framing.HTTP,
                        "POST / HTTP/1.1\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + chunk + chunk))
                .withMessageContaining("several calls");
    }

    @EnabledOnOs({OS.LINUX, OS.MAC})
    @Test
    void socketIsPrivateAndAlone() throws IOException {
        Path socket = directory.resolve("tools.socket");
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            ToolServer.bind(listening, socket);

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files).containsExactly(socket);
            }
            SocketChannel.open(UnixDomainSocketAddress.of(socket)).close();
        }
        try (ServerSocketChannel second = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            assertThatIOException()
                    .isThrownBy(() -> ToolServer.bind(second, socket))
                    .withMessageContaining("exists: delete it");
        }
    }
}
