package org.ipcbench.cli.options;

import java.util.stream.Stream;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import picocli.CommandLine.Option;

/** How calls look besides the sizes of their requests; each combination is measured. */
public final class ShapeOptions {
    public static final String ANSWER = "--answer";
    public static final String WORK = "--work";
    public static final String IN_FLIGHT = "--in-flight";
    public static final String CODEC = "--codec";

    @Option(
            names = ANSWER,
            paramLabel = "LIST",
            converter = DimensionOption.Answers.class,
            description = "Comma-separated sizes of answers, with doubling ranges (default: the size of the request).")
    Values<Integer> answers = Values.none();

    @Option(
            names = WORK,
            paramLabel = "LIST",
            converter = DimensionOption.Works.class,
            description =
                    "Comma-separated CPU times of the server for each request, such as 0,50us, sleeps, such as sleep:1ms, or memory"
                            + " over which both peers walk, such as touch:256K, at most 32M; it cools what is more than the caches hold"
                            + " (default: 0, an answer at once).")
    Values<Work> works = Values.none();

    @Option(
            names = IN_FLIGHT,
            paramLabel = "LIST",
            converter = DimensionOption.Depths.class,
            description =
                    "Comma-separated numbers of requests that may be under way on each connection, such as 1,8,64 (default: 1).")
    Values<Integer> depths = Values.none();

    @Option(
            names = CODEC,
            paramLabel = "LIST",
            converter = DimensionOption.Codecs.class,
            description =
                    "Comma-separated codecs that write and read an order with a list of positions, or a text document, such as"
                            + " raw,json,json:text,protobuf,protobuf:text,sbe,sbe:text; calls"
                            + " are split into encoding, transport, decoding and work (default: raw, no codec).")
    Values<String> codecs = Values.none();

    /** Whether the user has given a shape, even that of plain calls. */
    public boolean isGiven() {
        return hasAnswers()
                || hasWork()
                || !depths.list().isEmpty()
                || !codecs.list().isEmpty();
    }

    /** Whether the user has given sizes of answers. */
    public boolean hasAnswers() {
        return !answers.list().isEmpty();
    }

    /** Whether the user has given the server's work. */
    public boolean hasWork() {
        return !works.list().isEmpty();
    }

    /** The shapes of calls that have the requests of plain ones. */
    public Stream<Shape> of(Shape plain) {
        Stream<Shape> answered = answers.list().isEmpty()
                ? Stream.of(plain)
                : answers.list().stream().map(plain::answeredBy);
        Stream<Shape> worked = works.list().isEmpty()
                ? answered
                : answered.flatMap(shape -> works.list().stream().map(shape::worked));
        Stream<Shape> deep = depths.list().isEmpty()
                ? worked
                : worked.flatMap(shape -> depths.list().stream().map(shape::inFlight));
        return codecs.list().isEmpty()
                ? deep
                : deep.flatMap(shape -> codecs.list().stream().map(shape::coded));
    }
}
