package org.ipcbench.transports.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends on one thread, over two pipes that hold what is under way. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RpcChannelTest extends InScratchDirectory {
    private static final String CALL = """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"message":"AQID"}}}""";
    private static final String RESULT = """
            {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"AQID"}]}}""";
    private static final byte[] MESSAGE = {1, 2, 3};
    private static final byte[] MESSAGE_OF_ONE = {1};

    private Pipe toServer;
    private Pipe toClient;

    @BeforeEach
    void open() throws IOException {
        toServer = Pipe.open();
        toClient = Pipe.open();
    }

    @AfterEach
    void close() throws IOException {
        for (Pipe pipe : new Pipe[] {toServer, toClient}) {
            pipe.sink().close();
            pipe.source().close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsAreAnsweredWithTheirIds(Framing framing) throws IOException {
        Channel client = client(framing);
        Channel server = server(framing);
        ((RequestChannel) client).sendRequests();

        for (int length = 1; length <= session.maxMessageBytes(); length++) {
            send(client, bytes(length));
            assertThat(received(server, length)).isEqualTo(bytes(length));
            send(server, bytes(length));
            assertThat(received(client, length)).isEqualTo(bytes(length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void notificationsArriveInTheirOrder(Framing framing) throws IOException {
        Channel client = client(framing);
        Channel server = server(framing);

        for (int length = 1; length <= session.maxMessageBytes(); length++) {
            send(client, bytes(length));
            send(server, bytes(length));
        }
        client.close();

        for (int length = 1; length <= session.maxMessageBytes(); length++) {
            assertThat(received(server, length)).isEqualTo(bytes(length));
        }
        assertThatIOException().isThrownBy(() -> server.receive(1)).isInstanceOf(EOFException.class);
    }

    @Test
    void messageOfLinesIsALine() throws IOException {
        call(Framing.LINES);

        assertThat(sent(toServer)).isEqualTo(CALL + "\n");
        assertThat(sent(toClient)).isEqualTo(RESULT + "\n");
    }

    @Test
    void messageOfHeadersBeginsWithItsLength() throws IOException {
        call(Framing.HEADERS);

        assertThat(sent(toServer)).isEqualTo("Content-Length: 102\r\n\r\n" + CALL);
        assertThat(sent(toClient)).isEqualTo("Content-Length: 77\r\n\r\n" + RESULT);
    }

    @Test
    void messageOfHttpIsARequestOrItsResponse() throws IOException {
        call(Framing.HTTP);

        assertThat(sent(toServer)).isEqualTo("""
                        POST /mcp HTTP/1.1\r
                        host: localhost\r
                        accept: application/json\r
                        content-type: application/json\r
                        content-length: 102\r
                        \r
                        """ + CALL);
        assertThat(sent(toClient)).isEqualTo("""
                        HTTP/1.1 200 OK\r
                        content-type: application/json\r
                        content-length: 77\r
                        \r
                        """ + RESULT);
    }

    /** Longer than windows of HTTP/2: each side takes what the other one has no room for until it is read. */
    @ParameterizedTest
    @EnumSource
    void messageLongerThanAnyBufferArrives(Framing framing) throws Exception {
        int length = 3_000_000;
        Session large = new Session(directory, session.token(), length, 0, session.connectTimeout());
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Channel client = framing.client(toClient.source(), toServer.sink(), large);
            Channel server = framing.server(toServer.source(), toClient.sink(), large);
            Future<byte[]> echoed = other.submit(() -> {
                send(server, received(server, length));
                return received(server, 1);
            });
            send(client, bytes(length));
            assertThat(received(client, length)).isEqualTo(bytes(length));
            send(client, MESSAGE_OF_ONE);
            assertThat(echoed.get()).isEqualTo(MESSAGE_OF_ONE);
        } finally {
            other.shutdownNow();
        }
    }

    /** A server of HTTP/2 can only send on a stream of the client, which has sent nothing yet. */
    @ParameterizedTest
    @EnumSource
    void serverMayNotifyFirst(Framing framing) throws IOException {
        Channel client = client(framing);
        Channel server = server(framing);

        send(server, MESSAGE);

        assertThat(received(client, MESSAGE.length)).isEqualTo(MESSAGE);
    }

    /** Both sides keep what a head has said, so that a second call adds 18 bytes of two frames and 7 of a head, its answer 3. */
    @Test
    void headOfHttp2IsSentOnce() throws IOException {
        Channel client = client(Framing.HTTP2);
        Channel server = server(Framing.HTTP2);
        ((RequestChannel) client).sendRequests();
        for (int call = 0; call < 2; call++) {
            send(client, MESSAGE);
            received(server, MESSAGE.length);
            send(server, MESSAGE);
            received(client, MESSAGE.length);
        }

        send(client, MESSAGE);
        byte[] call = bytes(toServer);
        assertThat(call).hasSize(CALL.length() + 25);

        toServer.sink().write(ByteBuffer.wrap(call));
        received(server, MESSAGE.length);
        send(server, MESSAGE);
        assertThat(bytes(toClient)).hasSize(RESULT.length() + 21);
    }

    /** What clients of others send: another order, further members, ids that are texts, headers in other letters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "LINES;%s\n",
                "HEADERS;content-type: application/json\r\nCONTENT-LENGTH:%d\r\n\r\n%s",
                "HTTP;POST / HTTP/1.1\r\nContent-Length: %d\r\nHost: x\r\nExpect: nothing\r\n\r\n%s"
            })
    void callsOfOthersAreUnderstoodByteByByte(String framed) throws IOException {
        String call = """
                {"params":{"_meta":{"name":["x"]},"arguments":{"more":1,"message":"AQID"},"name":"echo"},"id":"ä","jsonrpc":"2.0","method":"tools/call"}""";
        Framing framing = Framing.valueOf(framed.substring(0, framed.indexOf(';')));
        byte[] text = call.getBytes(StandardCharsets.UTF_8);
        String bytes = framed.substring(framed.indexOf(';') + 1).replace("%d", "" + text.length);
        Channel server = framing.server(singly(bytes.replace("%s", call)), toClient.sink(), session);

        assertThat(received(server, MESSAGE.length)).isEqualTo(MESSAGE);
        send(server, MESSAGE);
        assertThat(sent(toClient)).endsWith(RESULT.replace("\"id\":1", "\"id\":\"ä\"") + tail(framing));
    }

    @Test
    void longestMessageOfAnyContentFits() throws IOException {
        Session large = new Session(directory, session.token(), 10_000, 0, session.connectTimeout());
        for (Framing framing : Framing.values()) {
            Channel client = framing.client(toClient.source(), toServer.sink(), large);
            Channel server = framing.server(toServer.source(), toClient.sink(), large);
            send(client, bytes(10_000));
            assertThat(received(server, 10_000)).isEqualTo(bytes(10_000));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endlessMessageIsRefused(Framing framing) throws IOException {
        byte[] endless = new byte[1 << 20];
        Channel server = framing.server(
                new ReadableByteChannel() {
                    private int left = 100;

                    @Override
                    public int read(ByteBuffer target) {
                        int count = Math.min(target.remaining(), endless.length);
                        target.put(endless, 0, count);
                        left--;
                        return left > 0 ? count : -1;
                    }

                    @Override
                    public boolean isOpen() {
                        return true;
                    }

                    @Override
                    public void close() {
                        // nothing is open
                    }
                },
                toClient.sink(),
                session);

        assertThatIOException().isThrownBy(() -> server.receive(1)).isNotInstanceOf(EOFException.class);
    }

    @Test
    void refusedCallIsTold() throws IOException {
        Channel client = Framing.LINES.client(all("""
                        {"jsonrpc":"2.0","method":"notifications/progress","params":{}}
                        {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such tool"}}
                        """), toServer.sink(), session);
        ((RequestChannel) client).sendRequests();
        send(client, MESSAGE);

        assertThatIOException().isThrownBy(() -> client.receive(3)).withMessageContaining("no such tool");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no JSON\n",
                "{\"jsonrpc\":\"2.0\",\"method\":\"shutdown\",\"id\":1}\n",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"?\"}}}\n",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[3]}\n",
                "7\n"
            })
    void whatIsNoMessageEndsTheConnection(String line) throws IOException {
        Channel server = Framing.LINES.server(all(line), toClient.sink(), session);

        assertThatIOException().isThrownBy(() -> server.receive(3)).isNotInstanceOf(EOFException.class);
    }

    /** A call and its answer, of whose bytes the pipes then have what was sent. */
    private void call(Framing framing) throws IOException {
        Channel client = client(framing);
        ((RequestChannel) client).sendRequests();
        send(client, MESSAGE);
        String call = sent(toServer);
        Channel server = framing.server(all(call), toClient.sink(), session);
        server.receive(MESSAGE.length);
        send(server, MESSAGE);
        toServer.sink().write(ByteBuffer.wrap(call.getBytes(StandardCharsets.UTF_8)));
    }

    private Channel client(Framing framing) throws IOException {
        return framing.client(toClient.source(), toServer.sink(), session);
    }

    private Channel server(Framing framing) {
        return framing.server(toServer.source(), toClient.sink(), session);
    }

    private static String tail(Framing framing) {
        return framing == Framing.LINES ? "\n" : "";
    }

    private static void send(Channel channel, byte[] message) throws IOException {
        channel.claim(message.length).put(message);
        channel.commit();
    }

    private static byte[] received(Channel channel, int length) throws IOException {
        byte[] message = new byte[length];
        channel.receive(length).get(message);
        return message;
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (31 * (i + length));
        }
        return bytes;
    }

    private static String sent(Pipe pipe) throws IOException {
        return new String(bytes(pipe), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Pipe pipe) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        pipe.source().read(bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static ReadableByteChannel all(String bytes) {
        return Channels.newChannel(new java.io.ByteArrayInputStream(bytes.getBytes(StandardCharsets.UTF_8)));
    }

    private static ReadableByteChannel singly(String bytes) {
        ReadableByteChannel all = all(bytes);
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) throws IOException {
                int limit = target.limit();
                target.limit(target.position() + 1);
                int count = all.read(target);
                target.limit(limit);
                return count;
            }

            @Override
            public boolean isOpen() {
                return all.isOpen();
            }

            @Override
            public void close() throws IOException {
                all.close();
            }
        };
    }
}
