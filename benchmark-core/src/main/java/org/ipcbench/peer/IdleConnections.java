package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Measurement.IdleMemory.OfPeer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.jspecify.annotations.Nullable;

/** A peer's ends of connections that are open, proven, and say nothing. The client makes them before those that are measured. */
final class IdleConnections implements Closeable {
    private static final int SIZE_BYTES = 64;
    private static final long KIB = 1 << 10;
    private static final KernelFile MEMORY = new KernelFile(Path.of("/proc/meminfo"));

    /** The kernel's memory is the whole machine's: readings in this number, before anything is opened, tell how it goes up and down by itself. */
    private static final int QUIET_READINGS = 10;

    private static final long QUIET_MILLIS = 10;

    /** Less than this number of times of that says nothing about connections. */
    private static final int LEAST_GROWTH = 10;

    private final int number;
    private final Opening opening;
    private final List<Channel> channels = new ArrayList<>();
    private final @Nullable Listener listener;
    private OfPeer memory;

    /** Opens the next connection. */
    @FunctionalInterface
    private interface Opening {
        Channel next() throws IOException;
    }

    private IdleConnections(int number, Opening opening, @Nullable Listener listener) {
        this.number = number;
        this.opening = opening;
        this.listener = listener;
        memory = new OfPeer(number, 0, Count.UNKNOWN);
    }

    /** The server's ends; none is open yet. */
    static IdleConnections listen(Assign assign, Transport transport) throws IOException {
        int number = assign.share().idle();
        if (number == 0) {
            return new IdleConnections(0, IdleConnections::none, null);
        }
        Listener listener = transport.listen(assign.session().idle(SIZE_BYTES));
        return new IdleConnections(number, listener::accept, listener);
    }

    /** The client's ends; none is open yet. */
    static IdleConnections of(Assign assign, Transport transport) {
        Session session = assign.session().idle(SIZE_BYTES);
        String address = assign.share().idleAddress();
        return new IdleConnections(assign.share().idle(), () -> transport.connect(session, address), null);
    }

    private static Channel none() throws IOException {
        throw new IOException("no idle connection was asked for");
    }

    /** The address for clients, after those of the connections that are measured. */
    List<String> after(List<String> addresses) {
        List<String> all = new ArrayList<>(addresses);
        if (listener != null) {
            all.add(listener.address());
        }
        return all;
    }

    /** Opens all of them, as the other side does at the same time. Both have built what they measure with before. */
    void open() throws IOException {
        if (number == 0) {
            return;
        }
        KernelGrowth kernel = listener == null ? KernelGrowth.begin() : KernelGrowth.UNKNOWN;
        long before = heapBytes();
        for (int i = 0; i < number; i++) {
            try {
                channels.add(opening.next());
            } catch (IOException e) {
                throw new IOException("idle connection %d of %d: %s".formatted(i + 1, number, e.getMessage()), e);
            }
        }
        memory = new OfPeer(number, heapBytes() - before, kernel.bytes());
    }

    /** The memory that they take; null if there are none. */
    @Nullable
    OfPeer memory() {
        return number == 0 ? null : memory;
    }

    /** Without direct buffers, whose size is this program's choice. */
    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /**
     * How the kernel's memory grows.
     *
     * @param before the memory at first, in bytes
     * @param noise how far readings differed before, in bytes
     */
    private record KernelGrowth(long before, long noise) {
        static final KernelGrowth UNKNOWN = new KernelGrowth(Count.UNKNOWN, 0);

        static KernelGrowth begin() throws IOException {
            long first = kernelBytes();
            long least = first;
            long most = first;
            long last = first;
            for (int i = 1; i < QUIET_READINGS; i++) {
                try {
                    Thread.sleep(QUIET_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
                last = kernelBytes();
                least = Math.min(least, last);
                most = Math.max(most, last);
            }
            return new KernelGrowth(last, most - least);
        }

        /** The growth so far; unknown if it is no more than the machine's own ups and downs. */
        long bytes() {
            long growth = kernelBytes() - before;
            return before <= 0 || growth <= LEAST_GROWTH * noise ? Count.UNKNOWN : growth;
        }

        /** Sockets' inodes count as reclaimable, but stay as long as the sockets. */
        private static long kernelBytes() {
            return KIB * MEMORY.number("Slab:").orElse(0);
        }
    }

    @Override
    public void close() throws IOException {
        try (Closeable last = listener == null ? () -> {} : listener) {
            for (Channel channel : channels) {
                channel.close();
            }
        }
    }
}
