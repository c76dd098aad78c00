package org.ipcbench.transports.libc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory in which {@code java.lang.foreign} saves {@code errno} after each call of one thread, before the JVM can
 * change it.
 */
final class SavedErrno {
    private static final ThreadLocal<SavedErrno> OF_THREAD = ThreadLocal.withInitial(SavedErrno::new);
    private static final MethodHandle SEGMENT = handle("ofThisThread");

    /** The object used last, nearly always the measuring thread's. Reading this field is faster than {@link #OF_THREAD}. */
    private static SavedErrno recent = OF_THREAD.get();

    private final Thread owner = Thread.currentThread();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    private final Object segment = ForeignMemory.segmentOf(memory);

    private SavedErrno() {}

    /** The number that this thread's last call has saved. */
    static int number() {
        return ofCurrentThread().memory.getInt(0);
    }

    /**
     * Makes a call save its thread's errno.
     *
     * @param call takes the segment for errno before its own arguments
     */
    static MethodHandle behind(MethodHandle call) {
        return MethodHandles.foldArguments(
                call, SEGMENT.asType(MethodType.methodType(call.type().parameterType(0))));
    }

    /** Called before each call, by its handle. */
    static Object ofThisThread() {
        return ofCurrentThread().segment;
    }

    /** Threads overwrite {@link #recent} without a lock; each thread checks that the object belongs to it. */
    private static SavedErrno ofCurrentThread() {
        SavedErrno found = recent;
        if (found.owner != Thread.currentThread()) {
            found = OF_THREAD.get();
            recent = found;
        }
        return found;
    }

    private static MethodHandle handle(String method) {
        try {
            return MethodHandles.lookup().findStatic(SavedErrno.class, method, MethodType.methodType(Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
