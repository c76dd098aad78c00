package org.ipcbench.transports.libc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.List;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;

/** The C library of this process. No native code is loaded before {@link #calls} or {@link #addressOf} is called. */
public final class CLibrary {
    /** Processors whose numbers of errors and flags are those in the code of this package's callers. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "x86_64", "aarch64");

    /** The library that makes the calls. */
    public static final Library LIBRARY = new NativeLibrary();

    private CLibrary() {}

    /** The calls; bound at first use. */
    public static LibC calls() {
        return Calls.CALLS;
    }

    /** Whether the C library's calls can be made here; decided without loading native code. */
    public static Availability availability() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        return system.equals("Linux") && PROCESSORS.contains(processor)
                ? Binding.ofThisJvm().availability()
                : Availability.unavailable(
                        "native calls need Linux on x86-64 or aarch64, but this is %s on %s"
                                .formatted(system, processor),
                        "use one of these, with a 64-bit JVM");
    }

    /**
     * The address of a direct buffer's first byte; the position does not matter. The caller must keep the buffer reachable
     * while the address is in use. Allocates, so not for the hot path.
     */
    public static long addressOf(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("memory on the heap has no lasting address");
        }
        return Calls.BINDING.addressOf(buffer);
    }

    /** A buffer for memory from the C library, at most 2 GiB; the caller must keep the memory alive. */
    public static MappedByteBuffer memoryAt(long address, int lengthBytes) {
        // of a concrete type: position and limit are then set without a virtual call
        MappedByteBuffer memory = (MappedByteBuffer) Calls.BINDING.memoryAt(address, lengthBytes);
        memory.order(ByteOrder.nativeOrder());
        return memory;
    }

    /**
     * Checks the result of a call that sets {@code errno} and need not be repeated.
     *
     * @param call the function's name
     * @param result the function's result
     * @return the result, unless it is -1
     */
    public static long check(String call, long result) throws FailedCallException {
        if (result == -1) {
            throw FailedCallException.last(call);
        }
        return result;
    }

    /** The {@code errno} of this thread's last call that saved it. */
    static int lastErrorNumber() {
        return Calls.BINDING.lastErrorNumber();
    }

    /** Initialised at first use, which loads native code. */
    private static final class Calls {
        static final Binding BINDING = Binding.ofThisJvm();
        static final LibC CALLS = BINDING.bind(LibC.class);
    }

    /** The library that makes the calls, which depends on the JVM. */
    private static final class NativeLibrary implements Library {

        @Override
        public String nameAndVersion() {
            return Binding.ofThisJvm().nameAndVersion(System.getProperty("java.version"));
        }

        @Override
        public String nameAndVersion(String jvmVersion, List<String> jvmArguments) {
            return Binding.of(Runtime.Version.parse(jvmVersion), jvmArguments).nameAndVersion(jvmVersion);
        }
    }
}
