package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.JointChannels;
import org.ipcbench.transport.JointListener;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.CloseOnFailure;

/** A listener for each connection of a session; what they accept is served by one thread. */
public final class JointListeners implements JointListener {
    private final List<Listener> listeners = new ArrayList<>();
    private final Joining joining;

    /** Listens for one connection of a session. */
    @FunctionalInterface
    public interface Opening {
        Listener listen(Session connection) throws IOException;
    }

    /** Puts the channels together that the listeners have accepted, in their order. */
    @FunctionalInterface
    public interface Joining {
        /** Takes the channels over, unless it fails. */
        JointChannels join(List<Channel> channels) throws IOException;
    }

    private JointListeners(Joining joining) {
        this.joining = joining;
    }

    /** Listens for every connection of the session. */
    public static JointListeners open(Session session, Opening opening, Joining joining) throws IOException {
        JointListeners joint = new JointListeners(joining);
        try (CloseOnFailure opened = new CloseOnFailure()) {
            for (int i = 0; i < session.connections(); i++) {
                Listener listener = opening.listen(session.connection(i));
                opened.add(listener);
                joint.listeners.add(listener);
            }
            opened.release();
            return joint;
        }
    }

    @Override
    public List<String> addresses() {
        return listeners.stream().map(Listener::address).toList();
    }

    @Override
    public JointChannels accept() throws IOException {
        List<Channel> channels = new ArrayList<>();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            for (Listener listener : listeners) {
                Channel channel = listener.accept();
                opened.add(channel);
                channels.add(channel);
            }
            JointChannels joint = joining.join(channels);
            opened.release();
            return joint;
        }
    }

    @Override
    public void close() throws IOException {
        closeAll(listeners);
    }

    /** Closes all of them, the last one first, even if closing one fails. */
    public static void closeAll(List<? extends Closeable> all) throws IOException {
        try (CloseOnFailure open = new CloseOnFailure()) {
            all.forEach(open::add);
        }
    }
}
