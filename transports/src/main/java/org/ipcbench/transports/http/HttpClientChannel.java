package org.ipcbench.transports.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.jspecify.annotations.Nullable;

/**
 * The client's end. A message is the body of a POST. In request mode, the response contains the answer. Otherwise a few
 * POSTs are in flight at once, each response confirms that its message has been received, and the client asks for the
 * server's messages.
 */
final class HttpClientChannel implements RequestChannel {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final String authorization;
    private final URI server;
    private final URI message;
    private final URI call;
    private final URI next;
    private final int mostInFlight;
    private final ByteBuffer outgoing;
    private final ByteBuffer incoming;
    private final BodyHandler<Void> intoIncoming = head -> head.statusCode() == HttpProtocol.OK
            ? BodySubscribers.ofByteArrayConsumer(this::arrive)
            : BodySubscribers.replacing(null);
    private final Queue<CompletableFuture<HttpResponse<Void>>> inFlight = new ArrayDeque<>();
    private @Nullable CompletableFuture<HttpResponse<Void>> answer;
    private boolean sendsRequests;
    private long sent;
    private int claimed;
    private int arrivedBytes;
    private boolean closed;

    private HttpClientChannel(Session session, String port) throws IOException {
        authorization = HttpProtocol.authorization(session.token());
        String host = session.serverAddress().getHostAddress();
        server = URI.create("http://%s:%s".formatted(host.contains(":") ? "[" + host + "]" : host, port));
        message = server.resolve(HttpProtocol.MESSAGE);
        call = server.resolve(HttpProtocol.CALL);
        next = server.resolve(HttpProtocol.NEXT);
        mostInFlight = HttpProtocol.mostInFlight(session.maxMessageBytes());
        outgoing = AlignedMemory.allocate(session.maxMessageBytes());
        incoming = AlignedMemory.allocate(session.maxMessageBytes());
    }

    static HttpClientChannel connect(Session session, String address) throws IOException {
        HttpClientChannel channel = new HttpClientChannel(session, address);
        try {
            channel.authenticate(session);
            return channel;
        } catch (IOException e) {
            throw new IOException("authentication failed at port " + address, e);
        }
    }

    /** Sends all proofs at once, so that each has a connection; no other connection can be opened later. */
    private void authenticate(Session session) throws IOException {
        HttpRequest request = to(server.resolve(HttpProtocol.SESSION))
                .timeout(session.connectTimeout())
                .POST(BodyPublishers.noBody())
                .build();
        List<CompletableFuture<HttpResponse<Void>>> responses = Stream.generate(
                        () -> client.sendAsync(request, BodyHandlers.discarding()))
                .limit(HttpProtocol.connections(session.maxMessageBytes()))
                .toList();
        String expected = HttpProtocol.hex(session.token().serverProof());
        for (CompletableFuture<HttpResponse<Void>> awaited : responses) {
            HttpResponse<Void> response = result(awaited);
            if (!HttpProtocol.matches(
                    expected, response.headers().firstValue(HttpProtocol.PROOF).orElse(null))) {
                throw new IOException("peer failed authentication, its status is " + response.statusCode());
            }
        }
        HttpRequest entered = to(server.resolve(HttpProtocol.ENTERED))
                .timeout(session.connectTimeout())
                .POST(BodyPublishers.noBody())
                .build();
        require(result(client.sendAsync(entered, BodyHandlers.discarding())), HttpProtocol.NO_CONTENT);
    }

    @Override
    public void sendRequests() {
        sendsRequests = true;
    }

    /** Waits while the maximum number of requests is in flight. */
    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (inFlight.size() == mostInFlight) {
            require(result(inFlight.remove()), HttpProtocol.NO_CONTENT);
        }
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() {
        byte[] content = new byte[claimed]; // the JDK's client reads it later, on another thread
        outgoing.limit(claimed).position(0).get(content);
        HttpRequest.Builder request =
                to(sendsRequests ? call : message).header(HttpProtocol.NUMBER, Long.toString(sent));
        BodyPublisher body = BodyPublishers.ofByteArray(content);
        sent++;
        if (sendsRequests) {
            answer = ask(request.POST(body).build());
        } else {
            inFlight.add(client.sendAsync(request.POST(body).build(), BodyHandlers.discarding()));
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        CompletableFuture<HttpResponse<Void>> asked = answer;
        answer = null;
        require(result(asked == null ? ask(to(next).GET().build()) : asked), HttpProtocol.OK);
        if (arrivedBytes != length) {
            throw new WrongLengthException(arrivedBytes, length);
        }
        return incoming.flip();
    }

    /** Waits for all responses, which confirm that the messages were received, and then announces the end. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            while (!inFlight.isEmpty()) {
                HttpProtocol.WAIT.linger(inFlight.remove());
            }
            URI end = server.resolve(HttpProtocol.END);
            HttpProtocol.WAIT.linger(
                    client.sendAsync(to(end).POST(BodyPublishers.noBody()).build(), BodyHandlers.discarding()));
        }
    }

    private HttpRequest.Builder to(URI place) {
        return HttpRequest.newBuilder(place).header(HttpProtocol.AUTHORIZATION, authorization);
    }

    private CompletableFuture<HttpResponse<Void>> ask(HttpRequest request) {
        arrivedBytes = 0;
        incoming.clear();
        return client.sendAsync(request, intoIncoming);
    }

    /** Called by the client's threads, one after the other, while the thread that uses the channel waits. */
    private void arrive(Optional<byte[]> part) {
        if (part.isPresent()) {
            byte[] bytes = part.get();
            arrivedBytes += bytes.length;
            if (bytes.length <= incoming.remaining()) {
                incoming.put(bytes);
            }
        }
    }

    private static void require(HttpResponse<Void> response, int status) throws IOException {
        if (response.statusCode() == HttpProtocol.GONE) {
            throw new EOFException("the other side has closed the connection");
        }
        if (response.statusCode() != status) {
            throw new IOException("peer's status is %d, expected %d".formatted(response.statusCode(), status));
        }
    }

    private static HttpResponse<Void> result(CompletableFuture<HttpResponse<Void>> request) throws IOException {
        try {
            return request.get();
        } catch (ExecutionException e) {
            throw new IOException("no response to an HTTP request: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for a response").initCause(e);
        }
    }
}
