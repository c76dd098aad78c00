package org.ipcbench.transports.libc;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.Type;
import java.util.Arrays;

/** Calls with six arguments, one more than {@link LibC} supports. */
final class SixArguments {
    private SixArguments() {}

    /** The calls by this JVM's binding. */
    static Calls calls() {
        return Bound.CALLS;
    }

    interface Calls {
        long process_vm_readv(long process, long local, long locals, long remote, long remotes, long flags);

        /** Returns the error's number as an {@code int}, in the lower half of the result. */
        long posix_spawn(
                long pidAddress, long path, long fileActions, long attributes, long arguments, long environment);
    }

    /** Initialised at first use, which loads native code. */
    private static final class Bound {
        static final Calls CALLS =
                Binding.ofThisJvm() == Binding.FOREIGN ? Binding.FOREIGN.bind(Calls.class) : new ByJffi();
    }

    /** The calls by jffi, the library below jnr-ffi. */
    private static final class ByJffi implements Calls {
        private final Invoker invoker = Invoker.getInstance();
        private final CallContext context =
                CallContext.getCallContext(Type.SINT64, arguments(), CallingConvention.DEFAULT, true);
        private final long read = function("process_vm_readv");
        private final long spawn = function("posix_spawn");

        private static long function(String name) {
            return Library.getDefault().getSymbolAddress(name);
        }

        @Override
        public long process_vm_readv(long process, long local, long locals, long remote, long remotes, long flags) {
            return invoker.invokeL6(context, read, process, local, locals, remote, remotes, flags);
        }

        @Override
        public long posix_spawn(
                long pidAddress, long path, long fileActions, long attributes, long arguments, long environment) {
            return invoker.invokeL6(context, spawn, pidAddress, path, fileActions, attributes, arguments, environment);
        }

        private static Type[] arguments() {
            Type[] types = new Type[6];
            Arrays.fill(types, Type.SINT64);
            return types;
        }
    }
}
