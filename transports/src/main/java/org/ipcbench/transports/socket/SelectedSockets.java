package org.ipcbench.transports.socket;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.MultiplexedChannels;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.ipcbench.transports.stream.Readiness;

/**
 * Sockets that one thread serves with the JDK's selector. The thread reads once from each socket with data, takes all whole
 * messages of these data, and continues with the next socket. If none is left, it asks the kernel again.
 */
final class SelectedSockets implements MultiplexedChannels {
    private final Selector selector;
    private final List<SelectedSocket> sockets;
    private final Consumer<SelectionKey> noting = this::note;
    private final SelectionKey[] ready;
    private int readyEnd;
    private int readyNext;
    /** Index of the socket served last; -1 if there is none yet. */
    private int current = -1;

    private SelectedSockets(Selector selector, List<SelectedSocket> sockets) {
        this.selector = selector;
        this.sockets = List.copyOf(sockets);
        ready = new SelectionKey[sockets.size()];
    }

    /** Combines accepted sockets. */
    static SelectedSockets join(List<Channel> accepted) throws IOException {
        List<SelectedSocket> sockets =
                accepted.stream().map(SelectedSocket.class::cast).toList();
        Selector selector = Selector.open();
        try {
            for (int i = 0; i < sockets.size(); i++) {
                sockets.get(i).register(selector, i);
            }
            return new SelectedSockets(selector, sockets);
        } catch (IOException e) {
            selector.close();
            throw e;
        }
    }

    @Override
    public List<Channel> channels() {
        return List.copyOf(sockets);
    }

    @Override
    public int next(int length) throws IOException {
        if (current >= 0 && sockets.get(current).holds(length)) {
            return current;
        }
        while (true) {
            while (readyNext < readyEnd) {
                SelectionKey key = ready[readyNext++];
                current = (int) key.attachment();
                SelectedSocket socket = sockets.get(current);
                if (socket.isReceivable(length)) {
                    if (socket.hasEnded()) {
                        key.cancel();
                    }
                    return current;
                }
            }
            readyNext = 0;
            readyEnd = 0;
            Readiness.await(selector, noting);
        }
    }

    @Override
    public void close() throws IOException {
        try (selector) {
            MultiplexedListeners.closeAll(sockets);
        }
    }

    private void note(SelectionKey key) {
        ready[readyEnd++] = key;
    }
}
