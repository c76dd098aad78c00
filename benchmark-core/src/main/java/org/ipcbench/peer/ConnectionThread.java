package org.ipcbench.peer;

import java.lang.reflect.Method;
import org.ipcbench.workload.Serving;

/** Starts the thread of a connection. */
final class ConnectionThread {
    /** Java 17 does not know it. */
    private static final String START_VIRTUAL = "startVirtualThread";

    private ConnectionThread() {}

    static void start(Serving serving, String name, Runnable work) {
        switch (serving) {
            case THREADS, SELECTOR, QUEUE -> {
                Thread thread = new Thread(work, name);
                thread.setDaemon(true);
                thread.start();
            }
            case VIRTUAL -> startVirtual(work);
        }
    }

    /** Whether the calling thread is a virtual one: by its name, because Java 17 knows none. */
    static boolean isVirtual() {
        return Thread.currentThread().getClass().getName().endsWith("VirtualThread");
    }

    private static void startVirtual(Runnable work) {
        try {
            Method start = Thread.class.getMethod(START_VIRTUAL, Runnable.class);
            var unused = start.invoke(null, work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "Java %d has no virtual threads; use --server-model threads, or Java 21 or later"
                            .formatted(Runtime.version().feature()),
                    e);
        }
    }
}
