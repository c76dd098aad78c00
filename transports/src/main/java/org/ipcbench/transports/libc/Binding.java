package org.ipcbench.transports.libc;

import com.kenai.jffi.MemoryIO;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.annotations.IgnoreError;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.PeerProperty;
import org.ipcbench.transports.shared.UnpackedCode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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

    private static final PeerProperty CHOICE = new PeerProperty(PROPERTY);

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
        return choose(Runtime.version(), CHOICE.here());
    }

    /**
     * The binding that a JVM uses.
     *
     * @param arguments the JVM's arguments; the last of two contradictory ones wins
     * @throws IllegalArgumentException if the arguments ask for a binding that the JVM cannot have
     */
    static Binding of(Runtime.Version version, List<String> arguments) {
        return choose(version, CHOICE.in(arguments));
    }

    private static Binding choose(Runtime.Version version, Optional<String> choice) {
        boolean foreign = version.feature() >= FOREIGN_FROM;
        String wanted = choice.orElse(foreign ? FOREIGN.label() : JNR.label());
        if (wanted.equals(JNR.label())) {
            return JNR;
        }
        if (!wanted.equals(FOREIGN.label())) {
            throw CHOICE.refusal(wanted, "allowed are %s and %s".formatted(FOREIGN.label(), JNR.label()));
        }
        if (!foreign) {
            throw CHOICE.refusal(
                    wanted,
                    "needs Java %d or later, this one is for Java %d".formatted(FOREIGN_FROM, version.feature()));
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

    /**
     * Implements an interface of C functions by {@code java.lang.foreign}. It generates a class whose methods each contain only
     * an {@code invokedynamic} instruction, which is linked to the function of that name at the first call. So an unused
     * function costs nothing, and for the compiler the linked handle is a constant, as in a static final field.
     */
    static final class LinkedCalls {
        private static final String NAME = Type.getInternalName(LinkedCalls.class) + "$Implementation";
        private static final String CONSTRUCTOR = "<init>";
        private static final String OBJECT = Type.getInternalName(Object.class);

        private static final Handle LINK = new Handle(
                Opcodes.H_INVOKESTATIC,
                Type.getInternalName(LinkedCalls.class),
                "link",
                MethodType.methodType(
                                CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, Class.class)
                        .toMethodDescriptorString(),
                false);

        private static final MethodHandle HAS_FAILED = failureTest();

        private LinkedCalls() {}

        static <T> T implement(Class<T> functions) {
            try {
                Class<?> implementation = MethodHandles.lookup()
                        .defineHiddenClass(code(functions), true)
                        .lookupClass();
                return functions.cast(implementation.getDeclaredConstructor().newInstance());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot implement " + functions.getName(), e);
            }
        }

        /** Called by the JVM, once for each function. */
        static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, Class<?> functions)
                throws NoSuchMethodException {
            Method function = functions.getMethod(name, type.parameterArray());
            MethodHandle call;
            if (function.isAnnotationPresent(IgnoreError.class)) {
                call = linked(function, type, false);
            } else if (function.isAnnotationPresent(LibC.ErrnoByRepeating.class)) {
                call = repeatedAfterFailure(linked(function, type, false), linked(function, type, true));
            } else {
                call = linked(function, type, true);
            }
            return new ConstantCallSite(call);
        }

        private static MethodHandle linked(Method function, MethodType type, boolean savesErrno) {
            LibC.KernelCall kernel = function.getAnnotation(LibC.KernelCall.class);
            return kernel == null
                    ? linked(function.getName(), type, savesErrno)
                    : systemCall(number(function, kernel), kernel.furtherArguments(), type, savesErrno);
        }

        private static int number(Method function, LibC.KernelCall kernel) {
            return new SystemCall(function.getName(), kernel.onX86(), kernel.onArm()).number();
        }

        private static MethodHandle linked(String function, MethodType type, boolean savesErrno) {
            return savesErrno
                    ? SavedErrno.behind(ForeignMemory.functionSavingErrno(function, type))
                    : ForeignMemory.function(function, type);
        }

        /** {@code syscall(2)} with the call's number before the arguments and zeros after them, all of them {@code long}. */
        private static MethodHandle systemCall(int number, int zeros, MethodType type, boolean savesErrno) {
            Class<?>[] longs = new Class<?>[1 + type.parameterCount() + zeros];
            Arrays.fill(longs, long.class);
            MethodHandle call = linked("syscall", MethodType.methodType(long.class, longs), savesErrno);
            MethodHandle numbered = MethodHandles.insertArguments(call, 0, (long) number);
            Object[] nothing = new Object[zeros];
            Arrays.fill(nothing, 0L);
            return MethodHandles.explicitCastArguments(
                    MethodHandles.insertArguments(numbered, type.parameterCount(), nothing), type);
        }

        /** Makes a call and, if it returns -1, another one with the same arguments. */
        private static MethodHandle repeatedAfterFailure(MethodHandle call, MethodHandle second) {
            MethodType type = call.type();
            Class<?> result = type.returnType();
            MethodHandle asItIs = MethodHandles.dropArguments(MethodHandles.identity(result), 1, type.parameterList());
            MethodHandle hasFailed = HAS_FAILED.asType(MethodType.methodType(boolean.class, result));
            return MethodHandles.foldArguments(
                    MethodHandles.guardWithTest(hasFailed, MethodHandles.dropArguments(second, 0, result), asItIs),
                    call);
        }

        /** Called after each call that is repeated after a failure, by its handle. */
        static boolean hasFailed(long result) {
            return result == -1;
        }

        private static MethodHandle failureTest() {
            try {
                return MethodHandles.lookup()
                        .findStatic(LinkedCalls.class, "hasFailed", MethodType.methodType(boolean.class, long.class));
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private static byte[] code(Class<?> functions) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, OBJECT, new String[] {
                Type.getInternalName(functions)
            });
            MethodVisitor constructor = writer.visitMethod(0, CONSTRUCTOR, "()V", null, null);
            constructor.visitCode();
            constructor.visitVarInsn(Opcodes.ALOAD, 0);
            constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, CONSTRUCTOR, "()V", false);
            constructor.visitInsn(Opcodes.RETURN);
            end(constructor);
            for (Method function : functions.getMethods()) {
                String descriptor = Type.getMethodDescriptor(function);
                MethodVisitor body = writer.visitMethod(Opcodes.ACC_PUBLIC, function.getName(), descriptor, null, null);
                body.visitCode();
                int slot = 1;
                for (Type argument : Type.getArgumentTypes(function)) {
                    body.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
                    slot += argument.getSize();
                }
                body.visitInvokeDynamicInsn(function.getName(), descriptor, LINK, Type.getType(functions));
                body.visitInsn(Type.getReturnType(function).getOpcode(Opcodes.IRETURN));
                end(body);
            }
            writer.visitEnd();
            return writer.toByteArray();
        }

        private static void end(MethodVisitor method) {
            method.visitMaxs(0, 0); // the values are computed
            method.visitEnd();
        }
    }

    /**
     * The memory in which {@code java.lang.foreign} saves {@code errno} after each call of one thread, before the JVM can
     * change it.
     */
    static final class SavedErrno {
        private static final ThreadLocal<SavedErrno> OF_THREAD = ThreadLocal.withInitial(SavedErrno::new);
        private static final MethodHandle SEGMENT = handle("ofThisThread");

        /** The object used last, nearly always the measuring thread's. Reading this field is faster than {@link #OF_THREAD}. */
        private static SavedErrno recent = OF_THREAD.get();

        private final Thread owner = Thread.currentThread();
        private final ByteBuffer memory =
                ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
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
}
