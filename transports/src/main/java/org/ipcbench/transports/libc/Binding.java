package org.ipcbench.transports.libc;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.UnpackedCode;
import org.jspecify.annotations.Nullable;

/** The library for native calls: {@code java.lang.foreign} on JVMs that have it, jnr-ffi on older ones. */
public enum Binding {
    /** {@code java.lang.foreign}, the JDK's own. */
    FOREIGN {
        @Override
        public <T> T bind(Class<T> functions) {
            return LinkedCalls.implement(functions);
        }

        @Override
        long addressOf(ByteBuffer buffer) {
            return ForeignMemory.address(ForeignMemory.segmentOf(buffer)) - buffer.position();
        }

        @Override
        ByteBuffer memoryAt(long address, int lengthBytes) {
            return ForeignMemory.bufferAt(address, lengthBytes);
        }

        @Override
        int lastErrorNumber() {
            return SavedErrno.number();
        }

        @Override
        Availability availability() {
            return Availability.available();
        }

        @Override
        String nameAndVersion(String jvmVersion) {
            return "java.lang.foreign of JDK " + jvmVersion;
        }
    },

    /** The library jnr-ffi, which unpacks its own native code. */
    JNR {
        @Override
        public <T> T bind(Class<T> functions) {
            return JnrCalls.bind(functions);
        }

        @Override
        long addressOf(ByteBuffer buffer) {
            return JnrCalls.addressOf(buffer);
        }

        @Override
        ByteBuffer memoryAt(long address, int lengthBytes) {
            return JnrCalls.memoryAt(address, lengthBytes);
        }

        @Override
        int lastErrorNumber() {
            return JnrCalls.lastErrorNumber();
        }

        @Override
        Availability availability() {
            return UnpackedCode.availability(JNR_FFI.name());
        }

        @Override
        String nameAndVersion(String jvmVersion) {
            return JNR_FFI.nameAndVersion();
        }
    };

    /** A system property of a JVM: the {@link #label} of the binding to use instead of the usual one. */
    public static final String PROPERTY = "ipcbench.native";

    private static final JarLibrary JNR_FFI = new JarLibrary("jnr-ffi", "com.github.jnr", "jnr-ffi");

    /** The first Java version with {@code java.lang.foreign}; before, it was a preview. */
    private static final int FOREIGN_FROM = 22;

    /**
     * Implements an interface whose methods have the names of C functions and no other types than {@code int} and {@code long}.
     * Loads native code.
     */
    public abstract <T> T bind(Class<T> functions);

    /** The address of the first byte of a direct buffer, at any position. */
    abstract long addressOf(ByteBuffer buffer);

    /** A buffer for memory from the C library. */
    abstract ByteBuffer memoryAt(long address, int lengthBytes);

    /** The {@code errno} of this thread's last call that saved it. */
    abstract int lastErrorNumber();

    /** Whether the binding can make calls on this machine; decided without loading native code. */
    abstract Availability availability();

    /** Name and version of the binding on a JVM of this version. */
    abstract String nameAndVersion(String jvmVersion);

    /** Whether this JVM has the binding. */
    public boolean isSupported() {
        return this == JNR || Runtime.version().feature() >= FOREIGN_FROM;
    }

    /** The name that users know. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The binding that this JVM uses. */
    static Binding ofThisJvm() {
        return choose(Runtime.version(), System.getProperty(PROPERTY));
    }

    /**
     * The binding that a JVM uses.
     *
     * @param arguments the JVM's arguments; the last of two contradictory ones wins
     * @throws IllegalArgumentException if the arguments ask for a binding that the JVM cannot have
     */
    static Binding of(Runtime.Version version, List<String> arguments) {
        String start = "-D" + PROPERTY + "=";
        return choose(
                version,
                arguments.stream()
                        .filter(argument -> argument.startsWith(start))
                        .reduce((earlier, later) -> later)
                        .map(argument -> argument.substring(start.length()))
                        .orElse(null));
    }

    private static Binding choose(Runtime.Version version, @Nullable String wanted) {
        boolean foreign = version.feature() >= FOREIGN_FROM;
        if (wanted == null) {
            return foreign ? FOREIGN : JNR;
        }
        if (wanted.equals(JNR.label())) {
            return JNR;
        }
        if (!wanted.equals(FOREIGN.label())) {
            throw new IllegalArgumentException(
                    "-D%s=%s: allowed are %s and %s".formatted(PROPERTY, wanted, FOREIGN.label(), JNR.label()));
        }
        if (!foreign) {
            throw new IllegalArgumentException("-D%s=%s: needs Java %d or later, this one is for Java %d"
                    .formatted(PROPERTY, wanted, FOREIGN_FROM, version.feature()));
        }
        return FOREIGN;
    }

    /** The parts of jnr-ffi that the suite uses; jnr-ffi is loaded with this class. */
    private static final class JnrCalls {
        private static final jnr.ffi.Runtime RUNTIME = jnr.ffi.Runtime.getSystemRuntime();

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
}
