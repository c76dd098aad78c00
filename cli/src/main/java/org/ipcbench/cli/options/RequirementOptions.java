package org.ipcbench.cli.options;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.advise.Demand;
import org.ipcbench.advise.Target;
import org.ipcbench.cli.options.GridOptions.ClientOptions;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.Converters.LeftOut;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.RequestSizes;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Requirements for a transport. */
public final class RequirementOptions {
    @Option(
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "SIZE",
            required = true,
            description =
                    "Size of your messages or requests, such as 512 or 4K; at least 16 bytes (1 for requests). Of requests whose"
                            + " sizes differ mix:FILE, a size and its weight on each line, or lognormal:MEDIAN,SIGMA.")
    public RequestSizes sizes = new RequestSizes(List.of(), Optional.empty());

    @Option(
            names = ShapeOptions.ANSWER,
            paramLabel = "SIZE",
            converter = DimensionOption.Size.class,
            description =
                    "Size of the answer to each request (default: no answers, or with --work, --in-flight or --codec the request's size).")
    @Nullable
    Integer answerBytes;

    @Option(
            names = ShapeOptions.WORK,
            paramLabel = "TIME",
            description =
                    "What the server does before it answers: CPU time such as 100us, a sleep such as sleep:1ms, or a walk over memory such as touch:256K (default:"
                            + " 0, if there are answers).")
    @Nullable
    Work work;

    @Option(
            names = ShapeOptions.IN_FLIGHT,
            paramLabel = "N",
            converter = DimensionOption.Depth.class,
            description =
                    "Number of calls that each client may have under way; further ones wait (default: 1, if there are answers).")
    @Nullable
    Integer inFlight;

    @Option(
            names = ShapeOptions.CODEC,
            paramLabel = "NAME",
            converter = DimensionOption.Codec.class,
            description =
                    "Codec that writes and reads your calls as objects, such as json, json:text, protobuf, sbe (default: raw, no codec).")
    @Nullable
    String codec;

    @Option(
            names = "--rate",
            paramLabel = "N",
            required = true,
            converter = DimensionOption.Rate.class,
            description = "Number of messages or calls a second of all clients together, such as 50K.")
    long ratePerSecond;

    @Option(
            names = "--p99",
            converter = Converters.Latency.class,
            paramLabel = "TIME",
            required = true,
            description =
                    "Latency that 99 of 100 messages have to stay below, such as 200us; from the time when a message is"
                            + " due until its receiver has checked it, or the answer has come.")
    Duration p99 = Duration.ZERO;

    @Option(
            names = ClientOptions.CLIENTS,
            paramLabel = "N",
            defaultValue = "1",
            converter = DimensionOption.ClientNumber.class,
            description =
                    "Number of clients, each a process, that share the rate and one server (default: ${DEFAULT-VALUE}).")
    int clients = 1;

    @Option(
            names = "--leave-out",
            paramLabel = "LIST",
            description =
                    "Comma-separated kinds of transports to leave out: spinning, which keep a CPU busy while they wait; shared-memory, by"
                            + " which either process can damage what the other one has received (default: none).")
    LeftOut leftOut = new LeftOut(Set.of());

    @Option(names = "--allow-loss", description = "Consider transports as well that may lose or reorder messages.")
    boolean mayLose;

    @Option(
            names = "--notice-death",
            paramLabel = "TIME",
            converter = Converters.NoticeLimit.class,
            description =
                    "Leave out transports by which a process does not find out within this time, at least 1s, that the other one was"
                            + " killed, as fail measures it.")
    @Nullable
    Duration noticeDeath;

    /** What a transport has to reach, with requests of the only size or mix. */
    public Target target() {
        Shape plain = sizes.calls().get(0);
        Target messages = new Target(plain.requestBytes(), ratePerSecond, p99.toNanos(), clients);
        boolean areCalls =
                answerBytes != null || work != null || inFlight != null || codec != null || plain.mix() != null;
        return areCalls ? messages.of(call(plain)) : messages;
    }

    private Shape call(Shape plain) {
        return plain.answeredBy(Objects.requireNonNullElse(answerBytes, Shape.AS_REQUEST))
                .worked(Objects.requireNonNullElse(work, Work.NONE))
                .inFlight(Objects.requireNonNullElse(inFlight, 1))
                .coded(Objects.requireNonNullElse(codec, Codecs.RAW));
    }

    /** The demands that the user makes, besides those of the target. */
    public Set<Demand> demands() {
        Set<Demand> demands = EnumSet.noneOf(Demand.class);
        demands.addAll(leftOut.demands());
        if (!mayLose) {
            demands.add(Demand.EVERY_MESSAGE_IN_ORDER);
        }
        if (noticeDeath != null) {
            demands.add(Demand.NOTICED_DEATH);
        }
        return demands;
    }
}
