package org.ipcbench.peer;

import java.io.IOException;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CompilerThreads;
import org.ipcbench.measure.meter.CompilerThreads.CompilerRest;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.jspecify.annotations.Nullable;

/** All connections of a server, served by the calling thread: the next connection is one that has a message. */
final class MultiplexedConnections implements Connections {
    private static final int NONE = -1;

    /** Shortest time between two readings of the compiler's clock: as long as a warm-up's batch with a single connection. */
    private static final long READINGS_APART_NANOS = 25_000_000;

    private final MultiplexedListener listener;
    private final List<MultiplexedConnection> connections;
    private final int requestBytes;
    private final NanoClock clock;
    private final CpuClock cpuClock = CpuClock.ofCallingThread();
    private final CloseOnFailure opened = new CloseOnFailure();
    private @Nullable MultiplexedChannels channels;
    private long servedNanos;
    /** The connection being served; {@link #NONE} while the thread waits for all of them. */
    private int current = NONE;

    /**
     * @param connections all connections of the session, in their order
     */
    MultiplexedConnections(
            MultiplexedListener listener, List<MultiplexedConnection> connections, int requestBytes, NanoClock clock) {
        this.listener = listener;
        this.connections = List.copyOf(connections);
        this.requestBytes = requestBytes;
        this.clock = clock;
    }

    /** Creates the check of the compiler's rest that all connections share. */
    static CompilerRest compilerRest(NanoClock clock) {
        return new CompilerRest(clock, CompilerThreads.system(), READINGS_APART_NANOS);
    }

    @Override
    public List<MultiplexedConnection> all() {
        return connections;
    }

    @Override
    public void open(Announcement begun) throws IOException {
        MeasuringThread thread = MeasuringThread.ofCallingThread();
        opened.add(thread);
        begun.make();
        long start = clock.nanos();
        MultiplexedChannels accepted = accept();
        opened.add(accepted);
        channels = accepted;
        long nanos = clock.nanos() - start;
        for (int i = 0; i < connections.size(); i++) {
            MultiplexedConnection connection = connections.get(i);
            Channel channel = accepted.channels().get(i);
            opened.add(connection);
            // the thread's CPU time belongs to no single connection
            connection.begin(channel, nanos, connection.timer(() -> 0, thread));
        }
    }

    /** Accepts all clients; no more clients come later. */
    private MultiplexedChannels accept() throws IOException {
        try (listener) {
            return listener.accept();
        }
    }

    @Override
    public void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
        connections.forEach(MultiplexedConnection::warmUp);
        serve(connections.size());
    }

    /** The thread's CPU time counts from the first message: until then the thread waits, and may be spinning. */
    @Override
    public void measure(Announcement begun) throws IOException {
        begun.make();
        connections.forEach(MultiplexedConnection::measure);
        current = next();
        long before = cpuClock.nanos();
        boolean ended = connections.get(current).serve();
        serve(connections.size() - (ended ? 1 : 0));
        servedNanos = cpuClock.nanos() - before;
        current = NONE;
    }

    @Override
    public Cost cost(CostMeter meter) {
        long overheadCalls = connections.stream()
                .mapToLong(connection -> connection.part().overheadCalls())
                .sum();
        return meter.end(servedNanos, overheadCalls);
    }

    @Override
    public void settle() {
        connections.forEach(MultiplexedConnection::proveClocks);
    }

    /** Serves until this number of connections has reached the end of the stage. */
    private void serve(int number) throws IOException {
        int left = number;
        while (left > 0) {
            current = next();
            if (connections.get(current).serve()) {
                left--;
            }
        }
        current = NONE;
    }

    /** Waits for a message of any connection; a failure of this wait belongs to no connection. */
    private int next() throws IOException {
        current = NONE;
        if (channels == null) {
            throw new IllegalStateException("the connections are not open");
        }
        return channels.next(requestBytes);
    }

    @Override
    public Throwable named(Throwable failure) {
        return current == NONE
                ? new IOException("serving %d connections by one thread".formatted(connections.size()), failure)
                : connections.get(current).failure(failure);
    }

    @Override
    public void close() throws IOException {
        opened.close();
    }
}
