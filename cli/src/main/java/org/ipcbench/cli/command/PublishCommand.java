package org.ipcbench.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Listed;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.publish.Publish.Slow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the subscribers of one publisher get, of which some are slow. */
@Command(
        name = "publish",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures one publisher with several subscribers, of which some are slow: latency, losses and age of the newest value of both"
                        + " kinds, what the slow ones cost the publisher, and what one gets that joins in the middle. Where a transport has"
                        + " a fan-out of its own it is used, else a channel for each subscriber.",
        footer = {
            "",
            "Examples:",
            "  ipcbench publish -t uds,aeron-ipc,zmq --subscribers 4 --slow 1",
            "  ipcbench publish -t uds --slow 1x5ms --when-full block,drop-oldest:1"
        })
public final class PublishCommand extends MeasuringCommand {
    /** As few as tell how certain a figure is: an iteration is long. */
    private static final int ITERATIONS = 3;

    @Option(
            names = "--subscribers",
            paramLabel = "LIST",
            defaultValue = "4",
            converter = Subscribers.class,
            description =
                    "Comma-separated numbers of subscribers, which are threads of one JVM (default: ${DEFAULT-VALUE}).")
    Values<Integer> subscribers = Values.none();

    @Option(
            names = "--slow",
            paramLabel = "LIST",
            defaultValue = "1",
            converter = SlowSubscribers.class,
            description =
                    "Comma-separated numbers of slow ones among them, with the time for which each sleeps after a message, such as 0,1x5ms"
                            + " (default: ${DEFAULT-VALUE}, of 1ms).")
    Values<Slow> slow = Values.none();

    @Option(
            names = "--when-full",
            paramLabel = "LIST",
            defaultValue = "block,drop-oldest,drop-newest",
            converter = Full.class,
            description =
                    "Comma-separated policies for a subscriber whose room is full: block, or drop-oldest or drop-newest of 100 messages that"
                            + " wait, or of N: drop-oldest:N (default: ${DEFAULT-VALUE}).")
    Values<WhenFull> policies = Values.none();

    @Option(
            names = "--rate",
            paramLabel = "LIST",
            defaultValue = "2000",
            converter = DimensionOption.Rates.class,
            description = "Comma-separated rates in messages a second, up to 1M (default: ${DEFAULT-VALUE}).")
    Values<Long> rates = Values.none();

    @Option(
            names = ExtentOptions.DURATION,
            paramLabel = "TIME",
            defaultValue = "2s",
            description = "Time to publish in each iteration (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ofSeconds(2);

    @Option(
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "LIST",
            defaultValue = "64",
            converter = DimensionOption.Sizes.class,
            description = "Comma-separated message sizes (default: ${DEFAULT-VALUE}).")
    Values<Integer> sizes = Values.none();

    @Mixin
    IterationsOption iterations = new IterationsOption();

    public PublishCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        if (rates.list().isEmpty()) {
            throw invalid("option '--rate'", "auto is for load; give a rate");
        }
        for (long rate : rates.list()) {
            if (rate > Publish.MAX_RATE) {
                throw invalid("option '--rate'", "%d must be at most %d".formatted(rate, Publish.MAX_RATE));
            }
        }
        int fewest = subscribers.list().stream().mapToInt(each -> each).min().orElseThrow();
        for (Slow each : slow.list()) {
            if (!Publish.haveSlow(fewest, each)) {
                throw invalid(
                        "option '--slow'",
                        "%d of %d subscribers cannot be slow; give more --subscribers"
                                .formatted(each.number(), fewest));
            }
        }
        Extent.Period period = new Extent.Period(duration.toNanos());
        List<SizedWorkload> workloads = sizes.list().stream()
                .flatMap(size -> rates.list().stream()
                        .flatMap(rate -> subscribers.list().stream()
                                .flatMap(number -> slow.list().stream()
                                        .flatMap(slowOnes -> policies.list().stream()
                                                .map(whenFull -> new SizedWorkload(new Publish(
                                                        period,
                                                        size,
                                                        Payload.TOUCHED,
                                                        rate,
                                                        number,
                                                        slowOnes,
                                                        whenFull)))))))
                .toList();
        return measure(request(workloads, iterations.repetition(ITERATIONS, options.orderSeed())));
    }

    static final class Subscribers extends Listed<Integer> {
        Subscribers() {
            super(Dimension.SUBSCRIBERS);
        }
    }

    static final class SlowSubscribers extends Listed<Slow> {
        SlowSubscribers() {
            super(Dimension.SLOW);
        }
    }

    static final class Full extends Listed<WhenFull> {
        Full() {
            super(Dimension.WHEN_FULL);
        }
    }
}
