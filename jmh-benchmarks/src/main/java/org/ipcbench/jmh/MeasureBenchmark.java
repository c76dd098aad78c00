package org.ipcbench.jmh;

import java.util.concurrent.TimeUnit;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The costs of measuring: the recorder for every message and for every sample, and the clocks. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MeasureBenchmark {
    /** Mask of latencies up to a millisecond, in an order that a branch predictor cannot learn. */
    private static final int LATENCY_MASK = (1 << 20) - 1;

    private static final int MULTIPLIER = 1_664_525;
    private static final int INCREMENT = 1_013_904_223;

    private final Recorder recorder = new Recorder();
    private final NanoClock clock = NanoClock.system();
    private final CpuClock cpuClock = CpuClock.ofCallingThread();
    private int random;

    @Benchmark
    public Recorder countMessage() {
        recorder.countMessage();
        return recorder;
    }

    @Benchmark
    public Recorder recordLatency() {
        random = random * MULTIPLIER + INCREMENT;
        recorder.recordLatency(random >>> 8 & LATENCY_MASK);
        return recorder;
    }

    @Benchmark
    public long readClock() {
        return clock.nanos();
    }

    @Benchmark
    public long readCpuClock() {
        return cpuClock.nanos();
    }
}
