package org.ipcbench.jmh;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import jnr.ffi.annotations.IgnoreError;
import org.ipcbench.transports.libc.Binding;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CText;
import org.ipcbench.transports.libc.LibC;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a call into the C library with each binding: without a system call, with a system call that does nothing, and
 * with the call by which transports write a message, to a file that discards everything.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NativeCallBenchmark {
    static final String BINDING = "binding";

    private static final String SINK = "/dev/null";
    private static final int O_WRONLY = 1;
    private static final int MESSAGE_BYTES = 64;

    /** Two of the cheapest functions of the C library. */
    public interface Calls {
        int getppid();

        @IgnoreError
        int toupper(int character);
    }

    /** The bindings; {@link Main} chooses those that its JVM has. */
    @Param({"foreign", "jnr"})
    public String binding = "";

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private Calls calls;

    @SuppressWarnings("NullAway.Init")
    private LibC libc;

    private final ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
    private final long address = CLibrary.addressOf(message);
    private int sink;

    /** The labels of the bindings that this JVM has. */
    static String[] bindings() {
        return Arrays.stream(Binding.values())
                .filter(Binding::isSupported)
                .map(Binding::label)
                .toArray(String[]::new);
    }

    @Setup
    public void bind() {
        Binding chosen = Binding.valueOf(binding.toUpperCase(Locale.ROOT));
        calls = chosen.bind(Calls.class);
        libc = chosen.bind(LibC.class);
        sink = CText.pass(SINK, path -> libc.open(path, O_WRONLY));
        if (sink < 0) {
            throw new IllegalStateException("cannot open " + SINK);
        }
    }

    @TearDown
    public void close() {
        libc.close(sink);
    }

    @Benchmark
    public int callAndSystemCall() {
        return calls.getppid();
    }

    @Benchmark
    public int callAlone() {
        return calls.toupper('a');
    }

    @Benchmark
    public long callThatWrites() {
        return libc.write(sink, address, MESSAGE_BYTES);
    }
}
