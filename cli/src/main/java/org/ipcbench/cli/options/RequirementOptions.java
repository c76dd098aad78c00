package org.ipcbench.cli.options;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.ipcbench.advise.Demand;
import org.ipcbench.advise.Target;
import org.ipcbench.cli.value.Converters;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Requirements for a transport. */
public final class RequirementOptions {
    public static final String SIZE = "--size";

    @Option(
            names = {"-s", SIZE},
            paramLabel = "SIZE",
            required = true,
            converter = Converters.Size.class,
            description = "Size of your messages, such as 512 or 4K; at least 16 bytes.")
    int requestBytes;

    @Option(
            names = "--rate",
            paramLabel = "N",
            required = true,
            converter = Converters.Rate.class,
            description = "Number of messages a second of all clients together, such as 50K.")
    long ratePerSecond;

    @Option(
            names = "--p99",
            paramLabel = "TIME",
            required = true,
            description =
                    "Latency that 99 of 100 messages have to stay below, such as 200us; from the time when a message is"
                            + " due until its receiver has checked it.")
    Duration p99 = Duration.ZERO;

    @Option(
            names = ClientOptions.CLIENTS,
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.ClientNumber.class,
            description =
                    "Number of clients, each a process, that share the rate and one server (default: ${DEFAULT-VALUE}).")
    int clients = 1;

    @Option(names = "--blocking-only", description = "Leave out transports that keep a CPU busy while they wait.")
    boolean noSpin;

    /** What may happen to messages. */
    static final class Delivery {
        @Option(names = "--keep-order", description = "Every message has to arrive, in the order of sending (default).")
        boolean keepOrder;

        @Option(names = "--allow-loss", description = "Consider transports as well that may lose or reorder messages.")
        boolean mayLose;
    }

    /** At most one of its options. */
    @ArgGroup
    Delivery delivery = new Delivery();

    @Option(
            names = "--no-shared-memory",
            description =
                    "Leave out transports whose processes have memory in common, so that neither can damage what the other"
                            + " has received.")
    boolean isolated;

    public Target target() {
        return new Target(requestBytes, ratePerSecond, p99.toNanos(), clients);
    }

    public Set<Demand> demands() {
        Set<Demand> demands = EnumSet.of(Demand.TWO_PROCESSES);
        if (!delivery.mayLose) {
            demands.add(Demand.EVERY_MESSAGE_IN_ORDER);
        }
        if (noSpin) {
            demands.add(Demand.NO_SPIN);
        }
        if (isolated) {
            demands.add(Demand.ISOLATED);
        }
        if (clients > 1) {
            demands.add(Demand.MANY_CLIENTS);
        }
        return demands;
    }
}
