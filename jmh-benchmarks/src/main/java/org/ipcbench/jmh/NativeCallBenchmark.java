package org.ipcbench.jmh;

import java.util.concurrent.TimeUnit;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.IgnoreError;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a call into the C library costs by jnr-ffi, with a system call that does nothing and with none at all. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NativeCallBenchmark {

    /** Two of the cheapest functions there are. */
    public interface Calls {
        int getppid();

        @IgnoreError
        int toupper(int character);
    }

    private final Calls calls = LibraryLoader.create(Calls.class).load("c");

    @Benchmark
    public int callAndSystemCall() {
        return calls.getppid();
    }

    @Benchmark
    public int callAlone() {
        return calls.toupper('a');
    }
}
