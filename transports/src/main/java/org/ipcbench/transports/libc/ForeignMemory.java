package org.ipcbench.transports.libc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of {@code java.lang.foreign} that the suite uses, called by reflection, because the suite is compiled for Java
 * 17, which does not have the package. Only linking and asking for addresses use reflection; a linked call does not.
 */
final class ForeignMemory {
    private static final Class<?> SEGMENT = type("MemorySegment");
    private static final Class<?> LAYOUT = type("MemoryLayout");
    private static final Class<?> DESCRIPTOR = type("FunctionDescriptor");
    private static final Class<?> LINKER_TYPE = type("Linker");
    private static final Class<?> OPTION = type("Linker$Option");
    private static final Class<?> LOOKUP_TYPE = type("SymbolLookup");
    private static final Class<?> ARENA = type("Arena");

    private static final Object LINKER = call(null, LINKER_TYPE, "nativeLinker", List.of());
    private static final Object COMMON_LIBRARIES = call(LINKER, LINKER_TYPE, "defaultLookup", List.of());
    private static final Object INT = constant("JAVA_INT");
    private static final Object LONG = constant("JAVA_LONG");

    /** Before 2.34, glibc had queues and mutexes in separate libraries. */
    private static final List<String> FURTHER_LIBRARIES = List.of("librt.so.1", "libpthread.so.0");

    private ForeignMemory() {}

    /**
     * Links a C function. Variadic functions are called like any other: on Linux this makes no difference unless arguments
     * are floating point numbers.
     *
     * @param type a type with only {@code int} and {@code long}
     */
    static MethodHandle function(String name, MethodType type) {
        return link(name, type, array(OPTION));
    }

    /**
     * Links a C function like {@link #function}; the handle takes a segment before the arguments, and saves {@code errno}
     * in it after the call.
     */
    static MethodHandle functionSavingErrno(String name, MethodType type) {
        Object names = new String[] {"errno"};
        return link(name, type, array(OPTION, call(null, OPTION, "captureCallState", List.of(String[].class), names)));
    }

    /** A segment of a direct buffer from its position to its limit; keeps the buffer's memory alive. */
    static Object segmentOf(ByteBuffer buffer) {
        return call(null, SEGMENT, "ofBuffer", List.of(java.nio.Buffer.class), buffer);
    }

    static long address(Object segment) {
        return (long) call(segment, SEGMENT, "address", List.of());
    }

    static ByteBuffer bufferAt(long address, long lengthBytes) {
        Object nothing = call(null, SEGMENT, "ofAddress", List.of(long.class), address);
        Object segment = call(nothing, SEGMENT, "reinterpret", List.of(long.class), lengthBytes);
        return (ByteBuffer) call(segment, SEGMENT, "asByteBuffer", List.of());
    }

    private static MethodHandle link(String name, MethodType type, Object options) {
        Object arguments = Array.newInstance(LAYOUT, type.parameterCount());
        for (int i = 0; i < type.parameterCount(); i++) {
            Array.set(arguments, i, layout(type.parameterType(i)));
        }
        Object descriptor = call(
                null, DESCRIPTOR, "of", List.of(LAYOUT, arguments.getClass()), layout(type.returnType()), arguments);
        return (MethodHandle) call(
                LINKER,
                LINKER_TYPE,
                "downcallHandle",
                List.of(SEGMENT, DESCRIPTOR, options.getClass()),
                symbol(name),
                descriptor,
                options);
    }

    private static Object symbol(String function) {
        Optional<?> found = find(COMMON_LIBRARIES, function);
        for (String library : FURTHER_LIBRARIES) {
            if (found.isEmpty()) {
                found = find(library(library), function);
            }
        }
        return found.orElseThrow(() -> new UnsatisfiedLinkError("the C library has no function " + function));
    }

    private static Optional<?> find(Object lookup, String function) {
        return (Optional<?>) call(lookup, LOOKUP_TYPE, "find", List.of(String.class), function);
    }

    private static Object library(String fileName) {
        Object arena = call(null, ARENA, "global", List.of());
        return call(null, LOOKUP_TYPE, "libraryLookup", List.of(String.class, ARENA), fileName, arena);
    }

    private static Object layout(Class<?> type) {
        if (type == int.class) {
            return INT;
        }
        if (type == long.class) {
            return LONG;
        }
        throw new IllegalArgumentException("native calls take and return int and long, not " + type.getName());
    }

    private static Object array(Class<?> type, Object... elements) {
        Object array = Array.newInstance(type, elements.length);
        for (int i = 0; i < elements.length; i++) {
            Array.set(array, i, elements[i]);
        }
        return array;
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName("java.lang.foreign." + name);
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Object constant(String name) {
        try {
            return type("ValueLayout").getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Calls a method of that package; a static one if there is no receiver. */
    private static Object call(
            @Nullable Object receiver, Class<?> owner, String name, List<Class<?>> parameters, Object... arguments) {
        try {
            return owner.getMethod(name, parameters.toArray(Class<?>[]::new)).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("%s.%s failed: %s".formatted(owner.getName(), name, e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no %s.%s in this JDK".formatted(owner.getName(), name), e);
        }
    }
}
