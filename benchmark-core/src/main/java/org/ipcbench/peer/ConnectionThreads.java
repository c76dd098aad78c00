package org.ipcbench.peer;

import java.util.concurrent.ThreadFactory;
import org.ipcbench.workload.Serving;

/** Creates the threads of connections. */
final class ConnectionThreads {
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
