package org.ipcbench.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.ipcbench.plan.Plan;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;

/**
 * What a command asks to be measured.
 *
 * @param defaultTransports group of the transports that are measured unless {@code --transports} says otherwise
 * @param workloads what every transport is asked
 * @param clients the clients of the server, of which each makes cells of its own
 * @param iterations how many fresh pairs of JVMs measure each cell
 * @param repetition whether more of them follow, and whether the harness is measured alone; empty where neither makes sense
 * @param preparation what comes before the first cell
 */
record Request(
        String defaultTransports,
        List<SizedWorkload> workloads,
        List<Clients> clients,
        int iterations,
        Optional<RepetitionOptions> repetition,
        Preparation preparation) {

    /** The group that subcommands measure unless told otherwise. */
    static final String STANDARD = "standard";

    Request {
        workloads = List.copyOf(workloads);
        clients = List.copyOf(clients);
    }

    /** A request of one client. */
    Request(
            String defaultTransports,
            List<SizedWorkload> workloads,
            int iterations,
            Optional<RepetitionOptions> repetition,
            Preparation preparation) {
        this(defaultTransports, workloads, List.of(Clients.ONE), iterations, repetition, preparation);
    }

    /** The same question for each of several sizes. */
    static Request ofSizes(
            String defaultTransports, List<Integer> sizesBytes, int iterations, IntFunction<Workload> workloadOfSize) {
        List<SizedWorkload> workloads = sizesBytes.stream()
                .map(size -> new SizedWorkload(workloadOfSize.apply(size)))
                .toList();
        return new Request(defaultTransports, workloads, iterations, Optional.empty(), Preparation.NONE);
    }

    /** The same question for each size of a subcommand's grid. */
    static Request ofGrid(GridOptions grid, IntFunction<Workload> workloadOfSize) {
        return ofSizes(STANDARD, grid.sizes.bytes(), grid.iterations.count, workloadOfSize)
                .of(grid.clients.clients())
                .repeated(grid.iterations.repetition);
    }

    /** The most clients that a server has. */
    Clients mostClients() {
        return clients.stream().max(Comparator.comparingInt(Clients::number)).orElse(Clients.ONE);
    }

    private Request of(List<Clients> others) {
        return new Request(defaultTransports, workloads, others, iterations, repetition, preparation);
    }

    Request repeated(RepetitionOptions options) {
        return new Request(defaultTransports, workloads, clients, iterations, Optional.of(options), preparation);
    }

    Request after(Preparation first) {
        return new Request(defaultTransports, workloads, clients, iterations, repetition, first);
    }

    /**
     * What every transport is asked.
     *
     * @param workload the question, with its size and its extent for this size
     * @param transport id of the only transport that is asked; empty where all are
     * @param clients the only clients that ask, as this transport's server serves them; empty where all do
     */
    record SizedWorkload(Workload workload, Optional<String> transport, Optional<Clients> clients) {
        /** Enough for the harness alone, whose time hardly varies. */
        private static final Extent BRIEF =
                new Extent.Period(Duration.ofMillis(200).toNanos());

        /** A question to every transport. */
        SizedWorkload(Workload workload) {
            this(workload, Optional.empty(), Optional.empty());
        }

        /** Whether this transport is asked by these clients. */
        boolean asks(Transport other, Clients asking) {
            return transport.stream().allMatch(other.id()::equals)
                    && clients.stream().allMatch(asking.servedBy(other)::equals);
        }

        /** The same question in little time. */
        SizedWorkload brief() {
            return new SizedWorkload(workload.over(BRIEF), transport, clients);
        }
    }

    /** Work that is done before the first cell is measured, and that takes a while. */
    @FunctionalInterface
    interface Preparation {
        /** Nothing to prepare. */
        Preparation NONE = () -> {};

        /** Throws where something is known to be missing; a dry run does only this. */
        default void check(Plan plan) throws IOException {}

        void prepare() throws IOException;
    }
}
