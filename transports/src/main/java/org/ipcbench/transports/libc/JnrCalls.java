package org.ipcbench.transports.libc;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/** The parts of jnr-ffi that the suite uses; jnr-ffi is loaded with this class. */
final class JnrCalls {
    private static final Runtime RUNTIME = Runtime.getSystemRuntime();

    private JnrCalls() {}

    static <T> T bind(Class<T> functions) {
        try {
            return LibraryLoader.create(functions).failImmediately().load("c");
        } catch (UnsatisfiedLinkError e) {
            // before 2.34, glibc had queues and mutexes in separate libraries
            return LibraryLoader.create(functions)
                    .library("c")
                    .library("rt")
                    .library("pthread")
                    .failImmediately()
                    .load();
        }
    }

    static long addressOf(ByteBuffer buffer) {
        return Pointer.wrap(RUNTIME, buffer).address() - buffer.position();
    }

    static ByteBuffer memoryAt(long address, int lengthBytes) {
        return MemoryIO.getInstance().newDirectByteBuffer(address, lengthBytes);
    }

    static int lastErrorNumber() {
        return RUNTIME.getLastError();
    }
}
