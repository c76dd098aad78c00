package org.ipcbench.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.Converters.Parsed;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Listed;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.text.Lists;
import org.ipcbench.text.Quantity;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.fail.Death;
import org.ipcbench.workload.fail.Fail;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What follows the death of a peer. */
@Command(
        name = "fail",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Ends one peer while the client sends messages: time until the other peer knows by its transport, and by what; messages"
                        + " lost, bytes that a transport takes for a server that reads no more, what is left behind, CPU meanwhile. Each"
                        + " iteration is one death.",
        footer = {
            "",
            "Examples:",
            "  ipcbench fail -t uds,ring-futex --event kill,stop",
            "  ipcbench fail -t posix-mq --event client:stop --heartbeat 0,100ms"
        })
public final class FailCommand extends MeasuringCommand {
    @Option(
            names = "--event",
            paramLabel = "LIST",
            defaultValue = "kill,stop",
            converter = Ends.class,
            description =
                    "Comma-separated ends: kill, by SIGKILL; stop, by SIGSTOP; close, in order; silent, which neither sends nor receives;"
                            + " of each peer in turn, or of one, such as server:kill (default: ${DEFAULT-VALUE}).")
    Values<End> ends = Values.none();

    @Option(
            names = "--rate",
            paramLabel = "LIST",
            defaultValue = "1000",
            converter = DimensionOption.Rates.class,
            description = "Comma-separated rates in messages a second, up to 100K (default: ${DEFAULT-VALUE}).")
    Values<Long> rates = Values.none();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = Deadline.class,
            description = "Who does not know after this time never does (default: ${DEFAULT-VALUE}).")
    Duration deadline = Duration.ofSeconds(2);

    @Option(
            names = "--heartbeat",
            paramLabel = "LIST",
            defaultValue = "0",
            converter = Heartbeats.class,
            description =
                    "Comma-separated times from one sign of life to the next, such as 0,100ms: who misses two takes the other one for"
                            + " dead (default: ${DEFAULT-VALUE}, none).")
    Values<Long> heartbeats = Values.none();

    @Option(
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "LIST",
            defaultValue = "64",
            converter = DimensionOption.Sizes.class,
            description = "Comma-separated message sizes (default: ${DEFAULT-VALUE}).")
    Values<Integer> sizes = Values.none();

    @Option(
            names = {"-i", IterationsOption.NAME},
            paramLabel = "N",
            defaultValue = "5",
            converter = Converters.Iterations.class,
            description = "Number of deaths, each of a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int iterations = 5;

    public FailCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        for (long rate : rates.list()) {
            if (rate > Fail.MAX_RATE) {
                throw invalid("option '--rate'", "%d must be at most %d".formatted(rate, Fail.MAX_RATE));
            }
        }
        if (rates.list().isEmpty()) {
            throw invalid("option '--rate'", "auto is for load; give a rate");
        }
        for (long beat : heartbeats.list()) {
            if (beat > 0 && Fail.MISSED_BEATS * beat >= deadline.toNanos()) {
                throw invalid(
                        "option '--heartbeat'",
                        "%d missed beats of %d ms do not fit into --duration"
                                .formatted(Fail.MISSED_BEATS, TimeUnit.NANOSECONDS.toMillis(beat)));
            }
        }
        Extent.Period period = new Extent.Period(deadline.toNanos());
        List<SizedWorkload> workloads = sizes.list().stream()
                .flatMap(size -> ends.list().stream()
                        .flatMap(end -> rates.list().stream()
                                .flatMap(rate -> heartbeats.list().stream()
                                        .map(beat -> new SizedWorkload(new Fail(
                                                period,
                                                size,
                                                Payload.TOUCHED,
                                                rate,
                                                end.event(),
                                                end.dying(),
                                                beat))))))
                .toList();
        return measure(request(workloads, options.times(iterations)));
    }

    /** How a peer ends, and which one does. */
    record End(Death event, Role dying) {
        private static Stream<End> parse(String text) {
            int colon = text.indexOf(':');
            Death event = Dimension.EVENT.one(text.substring(colon + 1));
            return colon < 0
                    ? Stream.of(Role.SERVER, Role.CLIENT).map(role -> new End(event, role))
                    : Stream.of(new End(event, Dimension.DIES.one(text.substring(0, colon))));
        }

        /** As one types it. */
        @Override
        public String toString() {
            return dying.label() + ":" + event.label();
        }
    }

    static final class Ends extends Parsed<Values<End>> {
        Ends() {
            super(Ends::parse);
        }

        private static Values<End> parse(String text) {
            List<End> ends = Lists.split(text).stream().flatMap(End::parse).toList();
            Lists.requireDistinct(ends, text);
            return new Values<>(ends);
        }
    }

    static final class Heartbeats extends Listed<Long> {
        Heartbeats() {
            super(Dimension.HEARTBEAT);
        }
    }

    /** For how long a peer may not know of the other one's death. */
    static final class Deadline extends Parsed<Duration> {
        Deadline() {
            super(time -> Quantity.duration(time, Fail.MIN_DEADLINE, Fail.MAX_DEADLINE, "100ms and 20s"));
        }
    }
}
