package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.CloseOnFailure;

/** A listener for each connection of a session; one thread serves the accepted channels. */
public final class MultiplexedListeners implements MultiplexedListener {
    private final List<Listener> listeners = new ArrayList<>();
    private final Joining joining;

    /** Listens for one connection of a session. */
    @FunctionalInterface
    public interface ConnectionListener {
        Listener listen(Session connection) throws IOException;
    }

    /** Combines the channels that the listeners have accepted, in the order of the listeners. */
    @FunctionalInterface
    public interface Joining {
        /** Takes the channels over, unless it fails. */
        MultiplexedChannels join(List<Channel> channels) throws IOException;
    }

    private MultiplexedListeners(Joining joining) {
        this.joining = joining;
    }

    /** Takes these listeners over, one for each connection. */
    public static MultiplexedListeners of(List<Listener> listeners, Joining joining) {
        MultiplexedListeners joint = new MultiplexedListeners(joining);
        joint.listeners.addAll(listeners);
        return joint;
    }

    /** Listens for every connection of the session. */
    public static MultiplexedListeners open(Session session, ConnectionListener each, Joining joining)
            throws IOException {
        MultiplexedListeners joint = new MultiplexedListeners(joining);
        try (CloseOnFailure opened = new CloseOnFailure()) {
            for (int i = 0; i < session.connections(); i++) {
                Listener listener = each.listen(session.connection(i));
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
    public MultiplexedChannels accept() throws IOException {
        List<Channel> channels = new ArrayList<>();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            for (Listener listener : listeners) {
                Channel channel = listener.accept();
                opened.add(channel);
                channels.add(channel);
            }
            MultiplexedChannels joint = joining.join(channels);
            opened.release();
            return joint;
        }
    }

    @Override
    public void close() throws IOException {
        closeAll(listeners);
    }

    /** Closes all objects, the last one first, even if closing one fails. */
    public static void closeAll(List<? extends Closeable> all) throws IOException {
        try (CloseOnFailure open = new CloseOnFailure()) {
            all.forEach(open::add);
        }
    }
}
