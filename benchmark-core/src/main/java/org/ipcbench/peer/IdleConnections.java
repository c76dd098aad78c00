package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.result.IdleMemory;
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

    private final int number;
    private final Opening opening;
    private final List<Channel> channels = new ArrayList<>();
    private final @Nullable Listener listener;
    private @Nullable FutureTask<IdleMemory> accepted;
    private IdleMemory memory;

    /** Opens the next connection. */
    @FunctionalInterface
    private interface Opening {
        Channel next() throws IOException;
    }

    private IdleConnections(int number, Opening opening, @Nullable Listener listener) {
        this.number = number;
        this.opening = opening;
        this.listener = listener;
        memory = new IdleMemory(number, 0, 0);
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

    /** Opens all of them. */
    void open() throws IOException {
        memory = opened();
    }

    private IdleMemory opened() throws IOException {
        if (number == 0) {
            return memory;
        }
        long kernelBefore = kernelBytes();
        long before = processBytes();
        for (int i = 0; i < number; i++) {
            try {
                channels.add(opening.next());
            } catch (IOException e) {
                throw new IOException("idle connection %d of %d: %s".formatted(i + 1, number, e.getMessage()), e);
            }
        }
        return new IdleMemory(number, processBytes() - before, listener == null ? kernelBytes() - kernelBefore : 0);
    }

    /** Opens all of them in another thread, as clients come. */
    void accept() {
        FutureTask<IdleMemory> task = new FutureTask<>(this::opened);
        accepted = task;
        Thread thread = new Thread(task, "idle");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until all of them are open. */
    void await() throws IOException, InterruptedException {
        if (accepted != null) {
            try {
                memory = accepted.get();
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                throw new IOException(
                        cause == null ? "idle connections failed" : String.valueOf(cause.getMessage()), e);
            }
        }
    }

    /** The memory that they take; null if there are none. */
    @Nullable
    IdleMemory memory() {
        return number == 0 ? null : memory;
    }

    private static long processBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }

    private static long kernelBytes() {
        return KIB * MEMORY.number("Slab:").orElse(0);
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
