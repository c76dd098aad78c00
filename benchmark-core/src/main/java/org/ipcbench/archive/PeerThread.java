package org.ipcbench.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.peer.Peer;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;

/** A peer that runs as a thread of this JVM, and the launcher's end of its control link. */
final class PeerThread implements AutoCloseable {
    private final Role role;
    private final ControlLink peerEnd;
    private final ControlLink launcherEnd;
    private final Thread thread;

    PeerThread(Role role, Path scratchDirectory, TransportRegistry registry) throws IOException {
        this.role = role;
        Path socket = scratchDirectory.resolve(role.label() + ".control");
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket));
            peerEnd = ControlLink.connect(socket);
            launcherEnd = new ControlLink(listening.accept());
        } finally {
            Files.deleteIfExists(socket);
        }
        Peer peer = new Peer(peerEnd, role, socket, registry);
        thread = new Thread(() -> run(peer), role.label());
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends all messages that the peer needs from start to end; the peer takes each message when it is due. */
    void play(Assign assign) throws IOException {
        assign(assign);
        if (role == Role.CLIENT) {
            launcherEnd.send(new AllConnected());
        }
        launcherEnd.send(new Go());
        stop();
    }

    void assign(Assign assign) throws IOException {
        launcherEnd.send(assign);
    }

    void stop() throws IOException {
        launcherEnd.send(new Stop());
    }

    /** Waits until the peer has taken its assignment. */
    Ready ready() throws IOException {
        ControlMessage answer = launcherEnd.receive();
        if (answer instanceof Ready ready) {
            return ready;
        }
        throw new IOException("%s sent '%s', expected 'Ready'".formatted(thread.getName(), answer));
    }

    void join(Duration timeout) throws IOException, InterruptedException {
        thread.join(timeout.toMillis());
        if (thread.isAlive()) {
            throw new IOException(thread.getName() + " does not end");
        }
    }

    private static void run(Peer peer) {
        try {
            peer.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        if (!thread.isAlive()) { // a hanging peer would take the end of its link for the launcher's end
            peerEnd.close();
            launcherEnd.close();
        }
    }
}
