package com.example.twins;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/**
 * The same transport with a busy wait before each message it sends ({@code --jvm-args=-Dtwins.delay.nanos=500}), or with a server
 * that needs a fixed time for each message ({@code --jvm-args=-Dtwins.service.nanos=100000}).
 */
public final class SlowTwin extends Twin {
    private static final String DELAY = "twins.delay.nanos";
    private static final String SERVICE = "twins.service.nanos";
    private static final int LAST = 99;

    public SlowTwin() {
        super("twin-slow", LAST);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new SlowListener(super.listen(session));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return slowed(super.connect(session, address), 0);
    }

    private static Channel slowed(Channel channel, long serviceNanos) {
        return new SlowChannel(channel, Long.getLong(DELAY, 0), serviceNanos);
    }

    private record SlowListener(Listener listener) implements Listener {
        @Override
        public String address() {
            return listener.address();
        }

        @Override
        public Channel accept() throws IOException {
            return slowed(listener.accept(), Long.getLong(SERVICE, 0));
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
