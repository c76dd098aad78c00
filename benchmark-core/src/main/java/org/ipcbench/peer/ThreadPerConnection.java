package org.ipcbench.peer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.workload.Serving;

/**
 * One thread for each connection. The calling thread lets all threads begin a stage together, waits for the last one to
 * end it, and meters the cost of all. Only the last thread wakes it, since other connections may still be measured.
 */
final class ThreadPerConnection implements Connections {
    private final List<? extends DrivenConnection> connections;
    private final List<ExecutorService> threads;
    private boolean settled;

    /** The work of each thread in a stage. */
    @FunctionalInterface
    private interface Work {
        void on(DrivenConnection connection) throws IOException;
    }

    /**
     * @param serving selects the kind of thread
     */
    ThreadPerConnection(Serving serving, List<? extends DrivenConnection> connections) {
        this.connections = List.copyOf(connections);
        threads = connections.stream()
                .map(connection -> "connection-" + (connection.session().connection() + 1))
                .map(name -> Executors.newSingleThreadExecutor(ConnectionThreads.of(serving, name)))
                .toList();
    }

    @Override
    public List<? extends DrivenConnection> all() {
        return connections;
    }

    @Override
    public void open(Announcement begun) throws IOException, InterruptedException {
        run(DrivenConnection::open, begun);
    }

    @Override
    public void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException, InterruptedException {
        run(connection -> connection.warmUp(limitNanos, sampleCost), Announcement.NONE);
    }

    /**
     * Each connection lingers as soon as it has been measured: its client may wait for the last answer while others are
     * still measured.
     */
    @Override
    public void measure(Announcement begun) throws IOException, InterruptedException {
        run(DrivenConnection::measureApart, begun);
    }

    @Override
    public Cost cost(CostMeter meter) {
        return meter.end(0, sum(connection -> connection.part().overheadCalls()))
                .measuredByOthers(sum(DrivenConnection::threadNanos), sum(DrivenConnection::waitedNanos))
                .withoutWait(sum(DrivenConnection::pacedNanos));
    }

    /** Clock proofs that run while other connections exchange messages would be slow and prove little. */
    @Override
    public void settle() throws IOException, InterruptedException {
        run(DrivenConnection::proveClocks, Announcement.NONE);
        settled = true;
    }

    @Override
    public Throwable named(Throwable failure) {
        return failure; // the thread that failed has named the connection
    }

    @Override
    public void close() throws IOException {
        if (!settled) {
            return; // threads that still use their channels end with this process
        }
        try {
            run(DrivenConnection::close, Announcement.NONE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.forEach(ExecutorService::shutdown);
        }
    }

    private void run(Work work, Announcement begun) throws IOException, InterruptedException {
        AtomicInteger left = new AtomicInteger(connections.size());
        CompletableFuture<Void> ended = new CompletableFuture<>();
        for (int i = 0; i < connections.size(); i++) {
            DrivenConnection connection = connections.get(i);
            threads.get(i).execute(() -> perform(work, connection, left, ended));
        }
        begun.make();
        try {
            ended.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e);
        }
    }

    /** The first failure ends the stage for all. */
    @SuppressWarnings("CatchingUnchecked") // as in Peer: the launcher has to be told of every failure
    private static void perform(
            Work work, DrivenConnection connection, AtomicInteger left, CompletableFuture<Void> ended) {
        try {
            work.on(connection);
            if (left.decrementAndGet() == 0) {
                ended.complete(null);
            }
        } catch (IOException | RuntimeException | Error e) {
            closeAfter(connection, e);
            ended.completeExceptionally(connection.failure(e));
        }
    }

    private static void closeAfter(DrivenConnection connection, Throwable failure) {
        try {
            connection.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private long sum(ToLongFunction<DrivenConnection> figure) {
        return connections.stream().mapToLong(figure).sum();
    }

    /** Creates the threads of connections. */
    static final class ConnectionThreads {
        private ConnectionThreads() {}

        static ThreadFactory of(Serving serving, String name) {
            return switch (serving) {
                case THREADS, SELECTOR, QUEUE ->
                    work -> {
                        Thread thread = new Thread(work, name);
                        thread.setDaemon(true);
                        return thread;
                    };
                case VIRTUAL -> virtual();
            };
        }

        /** A factory of virtual threads, which Java 17 does not have. */
        private static ThreadFactory virtual() {
            try {
                Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                        .getMethod("factory")
                        .invoke(builder);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "Java %d has no virtual threads; use --server-model threads, or Java 21 or later"
                                .formatted(Runtime.version().feature()),
                        e);
            }
        }

        /** Whether the calling thread is virtual; decided by its name, because Java 17 has no virtual threads. */
        static boolean isVirtual() {
            return Thread.currentThread().getClass().getName().endsWith("VirtualThread");
        }
    }
}
