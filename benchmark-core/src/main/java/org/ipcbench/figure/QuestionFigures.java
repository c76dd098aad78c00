package org.ipcbench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.workload.Question;

/**
 * The figures that reports show of a question, and the words for what it measures.
 *
 * @param words the words
 * @param shown the columns of tables that only this question has
 * @param plots what is plotted over sizes, one chart each
 * @param barred what bars show
 * @param mark what the marks on the bars show, which are diamonds
 * @param tail the long latencies to plot over CPU time
 * @param minTailBytes the smallest messages that have such latencies
 * @param tracked what services track from run to run
 * @param compared what stands beside the speeds of two runs
 */
public record QuestionFigures(
        Words words,
        List<Figure> shown,
        List<Figure> plots,
        Figure barred,
        Optional<Figure> mark,
        Optional<Figure> tail,
        int minTailBytes,
        List<Figure> tracked,
        List<Figure> compared) {
    /** Smaller messages of a stream have no room for the send time. */
    private static final int MIN_TIMED_BYTES = 16;

    private static final Figure LOAD_TAIL = Figures.P99.named("p99", "p99 us", "p99", "p99 from intended time");
    private static final Figure LOAD_FAR_TAIL =
            Figures.P9999.named("p9999", "p99.99 us", "p99.99", "p99.99 from intended time");
    private static final Figure LOAD_MEDIAN =
            Figures.MEDIAN.named("median", "p50 us", "median latency", "median from intended time");
    private static final Figure MEAN_ROUND_TRIP = Figures.MEAN_TIME;
    private static final Figure MEAN_BLOCK = Figures.MEAN_TIME
            .in(Unit.MILLIS)
            .named("milliseconds", "mean ms", "mean time of a block", "mean time of a block");

    private static final String MESSAGES =
            "Messages in one direction at the times of a schedule. A latency is the time from the message's"
                    + " place in the schedule to the end of its check by the receiver";
    private static final String CALLS =
            "Calls at the times of a schedule, one at a time on each connection, or as many as the depth. A latency is"
                    + " the time from the call's place in the schedule to the arrival of its answer";
    private static final String RANKED_BY_P99 =
            "; the fastest is who has the lowest p99 at the same rate. If less than 99 % of the rate arrived,"
                    + " there are no latencies.";

    /**
     * The words of a question.
     *
     * @param asked the meaning of the question and of its figures, in a few sentences
     * @param thing the thing whose size is a cell's size
     * @param timed the thing whose time a cost model describes
     * @param direction what headings say after the question's name if its latencies are of one direction, beginning with a comma
     * @param latency the kind of latency that is plotted over its percentiles; empty if none is
     */
    public record Words(String asked, String thing, String timed, String direction, Optional<String> latency) {
        static Words of(String asked, String thing) {
            return new Words(asked, thing, thing, "", Optional.empty());
        }
    }

    public QuestionFigures {
        shown = List.copyOf(shown);
        plots = List.copyOf(plots);
        tracked = List.copyOf(tracked);
        compared = List.copyOf(compared);
    }

    public static QuestionFigures of(Question question) {
        return switch (question) {
            case THROUGHPUT ->
                new QuestionFigures(
                        Words.of(
                                "Messages as fast as they go, in one direction, or both ways at once: then MiB/s is the total, and"
                                        + " a message each way counts once in messages/s and CPU ns. MiB are 2^20 bytes; a latency under"
                                        + " load is the time from claiming a message to the end of its check by the receiver.",
                                "message"),
                        List.of(Figures.THROUGHPUT, Figures.rateOf("messages").plain(), Figures.MEDIAN, Figures.P99),
                        List.of(Figures.THROUGHPUT),
                        Figures.THROUGHPUT,
                        Optional.empty(),
                        Optional.of(
                                Figures.P99.named("p99", "p99 us", "p99 under load", "p99 of latencies under load")),
                        MIN_TIMED_BYTES,
                        tracked(question, "message"),
                        List.of());
            case LATENCY ->
                exchange(
                        question,
                        "One message at a time, each answered by one, of the same size unless another is given. A round trip is the"
                                + " time from claiming the request to the arrival of the answer.",
                        "round trip",
                        "round trip",
                        "round trips");
            case CONNECT ->
                exchange(
                        question,
                        "A connection for each message and its answer; a time runs from before the client connects until the answer"
                                + " has arrived, including the proof of the token.",
                        "connection",
                        "time to the first answer",
                        "times to the first answer");
            case LOAD -> load(question, MESSAGES, ", one way");
            case CALLS -> load(question, CALLS, "");
            case BLOCK ->
                new QuestionFigures(
                        Words.of(
                                "Blocks, each acknowledged, split into messages if the transport requires it. MiB are 2^20 bytes.",
                                "block"),
                        List.of(Figures.THROUGHPUT, MEAN_BLOCK.plain(), Figures.MAXIMUM),
                        List.of(Figures.THROUGHPUT, MEAN_BLOCK),
                        Figures.THROUGHPUT,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        tracked(question, "block"),
                        List.of());
            case TRANSFER ->
                new QuestionFigures(
                        Words.of(
                                "A file from its first byte to its last, checked at its destination. MiB are 2^20 bytes.",
                                "message"),
                        List.of(
                                Figures.SECONDS,
                                Figures.THROUGHPUT,
                                Figures.rateOf("messages").plain()),
                        List.of(Figures.THROUGHPUT, Figures.SECONDS),
                        Figures.THROUGHPUT,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        tracked(question, "message"),
                        List.of());
            case FAIL ->
                new QuestionFigures(
                        Words.of(
                                "One peer ends while the client sends at a given rate. The time runs until the other one knows by its"
                                        + " transport: the launcher tells it nothing. Each iteration is one death. CPU is the survivor's, as a"
                                        + " share of one CPU while it does not know.",
                                "message"),
                        FailFigures.SHOWN,
                        List.of(FailFigures.KNOWN),
                        FailFigures.KNOWN,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        List.of(FailFigures.KNOWN.in(Unit.NANOS).headed("ns")),
                        List.of(FailFigures.KNOWN));
            case PUBLISH ->
                new QuestionFigures(
                        new Words(
                                "A publisher sends at the times of a schedule to several subscribers, of which some are slow. A latency is"
                                        + " the time from the message's place in the schedule until a subscriber has checked it. An age is"
                                        + " that of the newest value a subscriber has, just before it takes the next one. One more subscriber"
                                        + " joins in the middle; the longest is the publisher's time for one message to all of them.",
                                "message",
                                "message",
                                ", one way",
                                Optional.of("latency")),
                        PublishFigures.shown(),
                        List.of(PublishFigures.FAST_TAIL, PublishFigures.SLOW_AGE),
                        PublishFigures.FAST_TAIL,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        tracked(question, "message"),
                        List.of(PublishFigures.SLOW_AGE));
        };
    }

    /**
     * Timed exchanges of a message and its answer: round trips and connections.
     *
     * @param exchange what is counted, in the singular
     * @param time what is timed, in the singular
     * @param times what is timed, in the plural
     */
    private static QuestionFigures exchange(
            Question question, String asked, String exchange, String time, String times) {
        Figure median = Figures.MEDIAN.named("median", "p50 us", "median " + time, "median " + time);
        Figure tail = Figures.P99.named("p99", "p99 us", "p99", "p99 of " + times);
        return new QuestionFigures(
                new Words(asked, "message", exchange, "", Optional.of(time)),
                List.of(Figures.rateOf(exchange + "s"), Figures.MEDIAN, Figures.P99, Figures.P999.withoutInterval()),
                question == Question.LATENCY ? List.of(MEAN_ROUND_TRIP, median) : List.of(median),
                median,
                Optional.of(tail),
                Optional.of(tail),
                0,
                tracked(question, exchange),
                List.of());
    }

    private static QuestionFigures load(Question question, String latency, String direction) {
        return new QuestionFigures(
                new Words(latency + RANKED_BY_P99, "message", "message", direction, Optional.of("latency")),
                List.of(
                        Figures.P99,
                        CallFigures.ACHIEVED,
                        Figures.MEDIAN,
                        Figures.P90.withoutInterval(),
                        Figures.P999.withoutInterval(),
                        Figures.P9999,
                        CallFigures.LATE_P99,
                        Figures.CLIENT_CPU,
                        Figures.SERVER_CPU),
                List.of(LOAD_TAIL, LOAD_MEDIAN, Figures.CPU, LOAD_FAR_TAIL),
                LOAD_TAIL,
                Optional.empty(),
                Optional.of(LOAD_TAIL),
                0,
                tracked(question, "message"),
                List.of(Figures.P9999));
    }

    /** The rate of a load is given, so no rate of it is better. */
    private static List<Figure> tracked(Question question, String timed) {
        List<Figure> tracked = new ArrayList<>();
        if (!question.hasGivenRate()) {
            tracked.add(Figures.rateOf(timed + "s"));
        }
        if (question.inTurns()) {
            tracked.add(Figures.MEAN_TIME.in(Unit.NANOS).named("latency", "ns", "mean time", ""));
        }
        tracked.add(Figures.MEDIAN.in(Unit.NANOS).headed("ns"));
        tracked.add(Figures.P99.in(Unit.NANOS).headed("ns"));
        tracked.add(Figures.P9999.in(Unit.NANOS).headed("ns"));
        tracked.add(Figures.CPU.named("cpu-time", "ns", "CPU time", ""));
        return tracked;
    }

    /** The long latencies of messages of this size to plot over CPU time; empty if none are plotted. */
    public Optional<Figure> tail(int requestBytes) {
        return requestBytes < minTailBytes ? Optional.empty() : tail;
    }
}
