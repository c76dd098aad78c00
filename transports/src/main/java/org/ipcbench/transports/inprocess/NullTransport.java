package org.ipcbench.transports.inprocess;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;

/**
 * Both halves of a workload in one JVM, taking turns on one thread over a plain field: no kernel, no second process, no
 * waiting. Its figures are the costs of the harness itself.
 */
public final class NullTransport implements Transport {
    private final Map<String, NullListener> listeners = new ConcurrentHashMap<>();
    private final AtomicInteger lastAddress = new AtomicInteger();

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "null", "no transport: both halves in one JVM; what the harness itself costs", "Null", Set.of(), 1000);
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.NONE, Trait.DETECTS_CLOSE, Trait.IN_PLACE, Trait.IN_PROCESS);
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(1);
    }

    @Override
    public Listener listen(Session session) {
        String address = Integer.toString(lastAddress.incrementAndGet());
        NullListener listener = new NullListener(address, session, () -> listeners.remove(address));
        listeners.put(address, listener);
        return listener;
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        NullListener listener = listeners.get(address);
        if (listener == null) {
            throw new IOException("no listener at '%s' in this JVM".formatted(address));
        }
        return listener.connect(session);
    }
}
