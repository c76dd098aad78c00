package org.ipcbench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.codec.Documents;
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

/** A codec alone, without a transport: to be compared with the parts of a call of {@code latency --codec --payload full}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
    @Param({"json", "json:text", "protobuf", "protobuf:text", "sbe", "sbe:text"})
    public String codec = "";

    @Param({"200", "20480"})
    public int bytes;

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private Documents<?> documents;

    private ByteBuffer[] messages = {};
    private ByteBuffer claimed = ByteBuffer.allocate(0);
    private int next;

    @Setup
    public void prepare() {
        documents = Codecs.documents(codec, bytes, true);
        messages = new ByteBuffer[Documents.NUMBER];
        claimed = direct(Codecs.mostBytes(codec, bytes));
        for (int i = 0; i < messages.length; i++) {
            messages[i] = direct(documents.length(i));
            documents.encode(messages[i], i, false);
        }
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Benchmark
    public ByteBuffer encode() {
        next = (next + 1) % messages.length;
        claimed.limit(documents.length(next));
        documents.encode(claimed, next, false);
        return claimed;
    }

    @Benchmark
    public boolean decode() throws IOException {
        next = (next + 1) % messages.length;
        return documents.decode(messages[next]);
    }
}
