package org.ipcbench.workload.terms;

import com.google.gson.annotations.SerializedName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.TransferredFile;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a workload's question as values, as stored in a record: without paths of the machine that asked.
 *
 * @param label the question's label
 * @param messages number of messages, round trips or blocks; null if a time was given
 * @param periodNanos time of the measured part, in nanoseconds; null if a number was given
 * @param fileBytes size of the file, in bytes; null if none is transferred
 * @param payload how much of a message is written and read
 * @param requestBytes size of a message or block, in bytes
 * @param load the offered load; null if messages are sent as fast as possible
 * @param bothWays number of messages of each peer of a stream that are under way at once; null if only the client sends
 * @param shape what distinguishes its calls from plain ones; null if nothing does
 */
public record QuestionTerms(
        @SerializedName("workload") String label,
        @Nullable Long messages,
        @Nullable Long periodNanos,
        @Nullable Long fileBytes,
        Payload payload,
        @SerializedName("sizeBytes") int requestBytes,
        @Nullable LoadTerms load,
        @Nullable Integer bothWays,
        @Nullable ShapeTerms shape) {
    /**
     * Upper limit of counts: a count beyond what any command line allows could overflow a long in later arithmetic.
     */
    private static final long MAX_COUNT = 1L << 50;

    private static final long MAX_NANOS = Duration.ofDays(30).toNanos();

    /** The user names the file again on the machine that measures it. */
    private static final Path UNNAMED_FILE = Path.of("file");

    /**
     * The terms of a load.
     *
     * @param perSecond messages per second
     * @param arrivals pattern of the messages' times, as the user writes it
     * @param pacing how the sender waits, as the user writes it
     */
    public record LoadTerms(double perSecond, String arrivals, String pacing) {}

    /**
     * What distinguishes calls from plain ones.
     *
     * @param answerBytes size of an answer, in bytes; null if it has the request's size
     * @param workNanos time of the server's work for each request, in nanoseconds; null if it does none
     * @param workKind how the work passes the time, as the user writes it; null if it does none
     * @param inFlight number of requests under way on a connection; null for one
     * @param mix the sizes of requests that differ; null if all have the same size
     */
    public record ShapeTerms(
            @Nullable Integer answerBytes,
            @Nullable Long workNanos,
            @Nullable String workKind,
            @Nullable Integer inFlight,
            @Nullable MixTerms mix) {
        static @Nullable ShapeTerms of(Shape shape) {
            boolean idle = shape.work().equals(Work.NONE);
            return shape.equals(Shape.of(shape.requestBytes()))
                    ? null
                    : new ShapeTerms(
                            shape.ownAnswerBytes() == Shape.AS_REQUEST ? null : shape.ownAnswerBytes(),
                            idle ? null : shape.work().nanos(),
                            idle ? null : shape.work().kind().label(),
                            shape.inFlight() == 1 ? null : shape.inFlight(),
                            MixTerms.of(shape.mix()));
        }

        Shape asked(int requestBytes) {
            return new Shape(
                    requestBytes,
                    Objects.requireNonNullElse(answerBytes, Shape.AS_REQUEST),
                    work(),
                    Objects.requireNonNullElse(inFlight, 1),
                    mix == null ? null : mix.asked());
        }

        private Work work() {
            return workNanos == null
                    ? Work.NONE
                    : new Work(
                            Work.Kind.labelled(required(workKind))
                                    .orElseThrow(() -> new IllegalArgumentException("no work " + workKind)),
                            workNanos);
        }
    }

    public QuestionTerms {
        Objects.requireNonNull(label);
        Objects.requireNonNull(payload);
        requireWithin(messages, 1, MAX_COUNT);
        requireWithin(periodNanos, 1, MAX_NANOS);
        requireWithin(fileBytes, 0, MAX_COUNT);
    }

    private static void requireWithin(@Nullable Long value, long min, long max) {
        if (value != null && (value < min || value > max)) {
            throw new IllegalArgumentException("a cell has a number of %d".formatted(value));
        }
    }

    /** The terms of a workload. */
    public static QuestionTerms of(Workload workload) {
        Extent extent = workload.extent();
        return new QuestionTerms(
                workload.label(),
                extent instanceof Extent.Count count ? count.messages() : null,
                extent instanceof Extent.Period period ? period.nanos() : null,
                workload.transferred().map(TransferredFile::bytes).orElse(null),
                workload.payload(),
                workload.requestBytes(),
                workload instanceof Load load
                        ? new LoadTerms(
                                load.ratePerSecond(),
                                load.arrivals().label(),
                                load.pacing().label())
                        : null,
                workload.isBothWays() ? workload.inFlight() : null,
                workload.shape().map(ShapeTerms::of).orElse(null));
    }

    /**
     * Returns the workload; its file is only a name.
     *
     * @throws IllegalArgumentException if a term that the question needs is missing, or if there is a term that the
     *     question does not have
     */
    public Workload asked() {
        Workload asked = workload();
        if (!of(asked).equals(this)) {
            throw new IllegalArgumentException(
                    "a cell has terms that its question '%s' does not have".formatted(label));
        }
        return asked;
    }

    private Workload workload() {
        Question question =
                Question.labelled(label).orElseThrow(() -> new IllegalArgumentException("no question " + label));
        return switch (question) {
            case THROUGHPUT ->
                new MessageStream(
                        extent(), requestBytes, payload, Objects.requireNonNullElse(bothWays, MessageStream.ONE_WAY));
            case LATENCY -> new PingPong(extent(), call(), payload);
            case CONNECT -> new Connect(extent(), requestBytes, payload);
            case BLOCK -> new Block(extent(), requestBytes, payload);
            case LOAD -> load(required(load));
            case CALLS -> load(required(load)).of(call()); // which has the times of a trace
            case TRANSFER -> new Transfer(UNNAMED_FILE, required(fileBytes), requestBytes, null);
        };
    }

    private Load load(LoadTerms offered) {
        return new Load(
                new Extent.Period(required(periodNanos)),
                requestBytes,
                payload,
                offered.perSecond(),
                arrivals(offered.arrivals()),
                Pacing.labelled(offered.pacing())
                        .orElseThrow(() -> new IllegalArgumentException("no pacing " + offered.pacing())));
    }

    private static ArrivalPattern arrivals(String label) {
        return label.startsWith(SizeMix.Trace.PREFIX)
                ? new ArrivalPattern.Constant()
                : ArrivalPattern.labelled(label)
                        .orElseThrow(() -> new IllegalArgumentException("no arrivals " + label));
    }

    private Shape call() {
        return shape == null ? Shape.of(requestBytes) : shape.asked(requestBytes);
    }

    private Extent extent() {
        return messages == null ? new Extent.Period(required(periodNanos)) : new Extent.Count(messages);
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("a cell lacks its extent");
        }
        return value;
    }
}
