package org.ipcbench.launch.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.control.ControlLink;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.PauseMeter;

/**
 * The launcher's end of a peer's control link: a Unix socket that exists before the peer has connected, or the standard
 * streams of a peer behind a prefix, which count as connected from the beginning.
 */
final class PeerLink {
    private final Acceptance acceptance;
    private final Closeable listening;
    private final CompletableFuture<ControlLink> link = new CompletableFuture<>();
    private volatile boolean ended;

    private PeerLink(Acceptance acceptance, Closeable listening) {
        this.acceptance = acceptance;
        this.listening = listening;
    }

    @FunctionalInterface
    private interface Acceptance {
        ControlLink accept() throws IOException;
    }

    /** The link to a process whose standard streams carry the messages. */
    @SuppressWarnings("resource") // closed with the link
    static PeerLink ofStreams(Process process) {
        ControlLink streams = new ControlLink(
                Channels.newChannel(process.getInputStream()), new PromptChannel(process.getOutputStream()));
        PeerLink connected = new PeerLink(() -> streams, () -> {});
        connected.link.complete(streams);
        return connected;
    }

    /** Listens for the peer. */
    static PeerLink listen(Path path) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            socket.bind(UnixDomainSocketAddress.of(path));
            return new PeerLink(() -> new ControlLink(socket.accept()), socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Waits for the peer to connect, and then stops listening; fails if this link does not listen. */
    ControlLink accept() throws IOException {
        try {
            ControlLink accepted = acceptance.accept();
            listening.close();
            link.complete(accepted);
            if (ended) { // meanwhile
                accepted.close();
            }
            return accepted;
        } catch (IOException | OutOfMemoryError e) {
            link.completeExceptionally(e);
            throw e;
        }
    }

    /**
     * Waits until another thread has accepted the peer; time for which the launcher itself was stopped does not count.
     *
     * @throws ExecutionException if accepting the peer failed
     */
    ControlLink await(Duration timeout) throws InterruptedException, ExecutionException, TimeoutException {
        PauseMeter awake = new PauseMeter(NanoClock.system());
        long waitedNanos = 0;
        while (true) {
            try {
                return link.get(PauseMeter.TICK.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                waitedNanos += awake.tick();
                if (waitedNanos >= timeout.toNanos()) {
                    throw e;
                }
            }
        }
    }

    boolean isConnected() {
        return link.isDone() && !link.isCompletedExceptionally();
    }

    /** The link to a peer that has connected. */
    ControlLink connected() {
        return link.join();
    }

    /** Ends the link from this side: a peer that has connected sees its end. */
    void end() throws IOException {
        ended = true;
        stopListening();
        if (isConnected()) {
            connected().close();
        }
    }

    /** Stops listening: a peer that has not connected yet never will. */
    void stopListening() throws IOException {
        listening.close();
    }

    /** Sends each message at once: the stream of a process has a buffer. */
    record PromptChannel(OutputStream stream) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) throws IOException {
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            stream.write(bytes);
            stream.flush();
            return bytes.length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
