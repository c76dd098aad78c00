package org.ipcbench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.fail.Death;
import org.ipcbench.workload.fail.Fail;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;

/** A workload of every question, each value of which is not the default. */
public final class SampleWorkloads {
    /** More than a line, so that the kinds of payload differ. */
    private static final int SIZE_BYTES = 208;

    private static final int ANSWER_BYTES = 144;

    private static final SizeMix MIX = new SizeMix.Weighted(
            "mix:sizes",
            List.of(new SizeMix.Weighted.Part(SIZE_BYTES - 40, 1), new SizeMix.Weighted.Part(SIZE_BYTES + 40, 1)));

    private static final Work SLEEP = new Work(Work.Kind.SLEEP, 1_500);

    /** Whole messages with their headers. */
    private static final long FILE_BYTES = 5 * (SIZE_BYTES - Long.BYTES);

    private static final Extent COUNT = new Extent.Count(7);
    private static final Extent.Period PERIOD = new Extent.Period(5_000_000);

    private static final Load LOAD =
            new Load(PERIOD, SIZE_BYTES, Payload.FULL, 1_234.5, new ArrivalPattern.Burst(3), Pacing.SLEEP);

    private SampleWorkloads() {}

    /** Calls that not every transport can carry: several at once. */
    public static Workload inFlight() {
        return new PingPong(COUNT, Shape.of(SIZE_BYTES).answeredBy(ANSWER_BYTES).inFlight(3), Payload.FULL);
    }

    /** Calls that a codec of the tests writes and reads. */
    public static Workload coded() {
        return new PingPong(COUNT, Shape.of(SIZE_BYTES).answeredBy(ANSWER_BYTES).coded("test"), Payload.FULL);
    }

    /** Calls at given times that not every transport can carry: several at once, of different sizes. */
    public static Workload overlapping() {
        return LOAD.of(Shape.of(MIX).answeredBy(ANSWER_BYTES).inFlight(3));
    }

    /** Recorded calls. */
    public static Workload traced() {
        return LOAD.of(Shape.of(new SizeMix.Trace(
                "trace:calls",
                List.of(0L, 250_000L, 1_000_000L),
                List.of(SIZE_BYTES, 1, SIZE_BYTES),
                List.of(1, ANSWER_BYTES, 8),
                List.of(0L, 5_000L, 10_000L))));
    }

    /** Messages both ways, several of each peer under way. */
    public static Workload bothWays() {
        return new MessageStream(COUNT, SIZE_BYTES, Payload.FULL, 3);
    }

    /** Calls that need every message: requests of different sizes, of which the mean is the size of the other samples. */
    public static Workload mixed() {
        return new PingPong(COUNT, Shape.of(MIX).answeredBy(ANSWER_BYTES).worked(Work.touching(4096)), Payload.FULL);
    }

    public static List<Workload> ofEveryQuestion() {
        return List.of(
                new MessageStream(COUNT, SIZE_BYTES, Payload.FULL),
                new PingPong(
                        PERIOD, Shape.of(SIZE_BYTES).answeredBy(ANSWER_BYTES).worked(SLEEP), Payload.HEADER),
                new Connect(COUNT, SIZE_BYTES, Payload.FULL),
                new Block(COUNT, SIZE_BYTES, Payload.FULL),
                new Transfer(Path.of("file"), FILE_BYTES, SIZE_BYTES, null),
                LOAD,
                LOAD.of(Shape.of(SIZE_BYTES).answeredBy(ANSWER_BYTES).worked(SLEEP)),
                new Fail(PERIOD, SIZE_BYTES, Payload.FULL, 1_234, Death.SILENT, Role.CLIENT, 50_000_000),
                new Publish(
                        PERIOD,
                        SIZE_BYTES,
                        Payload.FULL,
                        12_345,
                        3,
                        new Publish.Slow(1, 2_500),
                        new WhenFull(WhenFull.Policy.DROP_OLDEST, 7)));
    }

    /** The questions of two ends that both live on, so that a pair can be asked one after the other. */
    public static Stream<Workload> survived() {
        return ofEveryQuestion().stream()
                .filter(workload -> workload.dying().isEmpty() && workload.question() != Question.PUBLISH);
    }
}
