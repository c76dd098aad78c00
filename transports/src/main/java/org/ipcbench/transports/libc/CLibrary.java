package org.ipcbench.transports.libc;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.Set;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.UnpackedCode;

/** The C library of this process. No native code is loaded before {@link #calls} or {@link #addressOf} is called. */
public final class CLibrary {
    /** Processors whose numbers of errors and flags are the ones written down in this package's callers. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "x86_64", "aarch64");

    /** The library that makes the calls. */
    public static final Library LIBRARY = new JarLibrary("jnr-ffi", "com.github.jnr", "jnr-ffi");

    private CLibrary() {}

    /** The calls, bound by the first one who asks. */
    public static LibC calls() {
        return Binding.CALLS;
    }

    /** Whether its calls can be made here; decided without loading native code. */
    public static Availability availability() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        return system.equals("Linux") && PROCESSORS.contains(processor)
                ? UnpackedCode.availability("jnr-ffi")
                : Availability.unavailable(
                        "native calls are made for Linux on x86-64 and aarch64, this is %s on %s"
                                .formatted(system, processor),
                        "run there, on a 64-bit JVM");
    }

    /**
     * The address of a direct buffer's first byte; the position does not matter. The caller keeps the buffer reachable as long as the
     * address is in use. Allocates: not for the hot path.
     */
    public static long addressOf(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("memory on the heap has no lasting address");
        }
        return Pointer.wrap(Binding.RUNTIME, buffer).address() - buffer.position();
    }

    /** A buffer on memory that the C library gave, at most 2 GiB of it; the caller keeps that alive. */
    public static MappedByteBuffer memoryAt(long address, int lengthBytes) {
        // of a concrete type: position and limit are then set without a virtual call
        MappedByteBuffer memory = (MappedByteBuffer) MemoryIO.getInstance().newDirectByteBuffer(address, lengthBytes);
        memory.order(ByteOrder.nativeOrder());
        return memory;
    }

    /**
     * For calls that set {@code errno} and are not worth repeating.
     *
     * @param call the function's name
     * @param result what it returned
     * @return the same, unless it is -1
     */
    public static long check(String call, long result) throws FailedCallException {
        if (result == -1) {
            throw FailedCallException.last(call);
        }
        return result;
    }

    /** The {@code errno} of this thread's last call that saved it. */
    static int lastErrorNumber() {
        return Binding.RUNTIME.getLastError();
    }

    /** Initialised, and with it native code loaded, by its first use. */
    private static final class Binding {
        static final LibC CALLS = bind();
        static final Runtime RUNTIME = Runtime.getRuntime(CALLS);

        private static LibC bind() {
            try {
                return LibraryLoader.create(LibC.class).failImmediately().load("c");
            } catch (UnsatisfiedLinkError e) {
                // before 2.34, glibc had queues and mutexes in libraries of their own
                return LibraryLoader.create(LibC.class)
                        .library("c")
                        .library("rt")
                        .library("pthread")
                        .failImmediately()
                        .load();
            }
        }
    }
}
