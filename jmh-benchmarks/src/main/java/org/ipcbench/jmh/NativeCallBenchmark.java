package org.ipcbench.jmh;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import jnr.ffi.annotations.IgnoreError;
import org.ipcbench.transports.libc.Binding;
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
import org.openjdk.jmh.annotations.Warmup;

/** What a call into the C library costs by each binding, with a system call that does nothing and with none at all. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NativeCallBenchmark {
    static final String BINDING = "binding";

    /** Two of the cheapest functions there are. */
    public interface Calls {
        int getppid();

        @IgnoreError
        int toupper(int character);
    }

    /** Of these, {@link Main} chooses those that its JVM has. */
    @Param({"foreign", "jnr"})
    public String binding = "";

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private Calls calls;

    /** The labels of the bindings that this JVM has. */
    static String[] bindings() {
        return Arrays.stream(Binding.values())
                .filter(Binding::isSupported)
                .map(Binding::label)
                .toArray(String[]::new);
    }

    @Setup
    public void bind() {
        calls = Binding.valueOf(binding.toUpperCase(Locale.ROOT)).bind(Calls.class);
    }

    @Benchmark
    public int callAndSystemCall() {
        return calls.getppid();
    }

    @Benchmark
    public int callAlone() {
        return calls.toupper('a');
    }
}
