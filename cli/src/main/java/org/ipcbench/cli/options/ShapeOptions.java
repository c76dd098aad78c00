package org.ipcbench.cli.options;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.cli.value.Depths;
import org.ipcbench.cli.value.Sizes;
import org.ipcbench.cli.value.Works;
import org.ipcbench.workload.shape.Shape;
import picocli.CommandLine.Option;

/** How calls look besides the sizes of their requests; each combination is measured. */
public final class ShapeOptions {
    public static final String ANSWER = "--answer";
    public static final String WORK = "--work";
    public static final String IN_FLIGHT = "--in-flight";

    @Option(
            names = ANSWER,
            paramLabel = "LIST",
            description = "Comma-separated sizes of answers, with doubling ranges (default: the size of the request).")
    Sizes answers = new Sizes(List.of());

    @Option(
            names = WORK,
            paramLabel = "LIST",
            description =
                    "Comma-separated CPU times of the server for each request, such as 0,50us, or sleeps, such as sleep:1ms"
                            + " (default: 0, an answer at once).")
    Works works = new Works(List.of());

    @Option(
            names = IN_FLIGHT,
            paramLabel = "LIST",
            description =
                    "Comma-separated numbers of requests that may be under way on each connection, such as 1,8,64 (default: 1).")
    Depths depths = new Depths(List.of());

    /** Whether the user has given a shape, even that of plain calls. */
    public boolean isGiven() {
        return !answers.bytes().isEmpty()
                || !works.list().isEmpty()
                || !depths.requests().isEmpty();
    }

    /** The shapes of calls that have the requests of plain ones. */
    public Stream<Shape> of(Shape plain) {
        Stream<Shape> answered = answers.bytes().isEmpty()
                ? Stream.of(plain)
                : answers.bytes().stream().map(plain::answeredBy);
        Stream<Shape> worked = works.list().isEmpty()
                ? answered
                : answered.flatMap(shape -> works.list().stream().map(shape::worked));
        return depths.requests().isEmpty()
                ? worked
                : worked.flatMap(shape -> depths.requests().stream().map(shape::inFlight));
    }
}
