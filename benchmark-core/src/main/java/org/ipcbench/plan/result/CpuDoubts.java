package org.ipcbench.plan.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.Statement;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.publish.Publish;

/** Whether the processes of a cell had CPUs of their own. */
final class CpuDoubts {
    /** A smaller share of the time hardly affects a mean. */
    private static final double MIN_SHARE = 0.25;

    /** A process that spins keeps its CPU busy for more than this share of the time. */
    private static final double SPINNING_SHARE = 0.5;

    private final Cell cell;
    private final Summary figures;
    private final int clients;

    /** Number of threads that keep a CPU busy while they wait for a message. */
    private final int spinners;

    /** Number of CPUs that the placement names; 0 if it names none. */
    private final int places;

    /** Number of CPUs for the peers; 0 if unknown. */
    private final int cpus;

    /** Share of the time during which the peers shared a CPU. */
    private final double together;

    CpuDoubts(Cell cell, Summary figures) {
        this.cell = cell;
        this.figures = figures;
        clients = cell.clients().number();
        spinners = spinners(cell, figures);
        places = (int) Stream.of(Role.CLIENT, Role.SERVER)
                .flatMap(role -> cell.placement().place(role).stream())
                .flatMap(place -> place.cpus().list().stream())
                .distinct()
                .count();
        cpus = places == 0 ? figures.machineCpus() : places;
        together = figures.share(Distance.SAME_CPU);
    }

    /** A publisher sleeps between messages. Subscribers of a fan-out yield while they wait; those that are written to in turn spin. */
    private static int spinners(Cell cell, Summary figures) {
        if (!cell.spin().isAsked() && cell.transport().traits().waitStrategy() != WaitStrategy.SPINNING) {
            return 0;
        }
        if (cell.workload() instanceof Publish publish) {
            return figures.iterations().stream()
                            .flatMap(iteration -> Stream.ofNullable(iteration.fanOut()))
                            .anyMatch(fanOut -> fanOut.label().equals(Publish.IN_TURN))
                    ? publish.subscribers()
                    : 0;
        }
        int clients = cell.clients().number();
        return clients + (cell.clients().serving().isMultiplexed() ? 1 : clients);
    }

    List<Reason> reasons() {
        return Stream.of(crowd(), workers(), siblings())
                .flatMap(Optional::stream)
                .toList();
    }

    /** Several servers take turns on fewer CPUs; where each keeps its CPU busy for a request, more of them cannot be faster. */
    private Optional<Reason> workers() {
        int workers = cell.clients().workers().number();
        int own = cell.placement()
                .place(Role.SERVER)
                .map(place -> place.cpus().list().size())
                .orElse(figures.machineCpus());
        boolean keepBusy =
                cell.workload().shape().filter(shape -> shape.work().isBusy()).isPresent();
        return workers == 1 || own == 0 || workers <= own
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.CROWDED_CPUS,
                        keepBusy ? Verdict.Level.SUSPECT : Verdict.Level.VALID,
                        List.of(Statement.of("%d workers share %s", workers, text(own))),
                        Map.of("workers", (double) workers, "cpus", (double) own),
                        "give the server more CPUs by --placement"));
    }

    /** Too few CPUs for the processes. A process that spins while it waits for another occupies the CPU that the other needs. */
    private Optional<Reason> crowd() {
        return Stream.<Supplier<Optional<Reason>>>of(
                        this::spinnersAtTheirPlaces,
                        this::spinnersOnTheMachine,
                        this::spinningClients,
                        this::measuringClients,
                        this::spinningSender,
                        this::spinningPeers)
                .flatMap(rule -> rule.get().stream())
                .findFirst();
    }

    private Optional<Reason> spinnersAtTheirPlaces() {
        return places > 0 && spinners > places ? Optional.of(crowded(spinners, places)) : Optional.empty();
    }

    private Optional<Reason> spinnersOnTheMachine() {
        int all = spinners + (auxiliarySpins() ? 1 : 0);
        int machine = figures.machineCpus();
        return machine > 0 && all > machine ? Optional.of(crowded(all, machine)) : Optional.empty();
    }

    private Optional<Reason> spinningClients() {
        return clients > 1 && cell.workload().senderSpins() && cpus > 0 && clients >= cpus
                ? Optional.of(new Reason(
                        Reason.Kind.CROWDED_CPUS,
                        Statement.of(
                                "%d clients spin between messages, and share %s with the server", clients, text(cpus)),
                        Map.of("spinners", (double) clients, "cpus", (double) cpus),
                        "use --pacing sleep"))
                : Optional.empty();
    }

    /** Counts one CPU for the server, however many threads it has: those that wait for their clients need none. */
    private Optional<Reason> measuringClients() {
        return clients > 1
                        && cpus > 0
                        && clients + 1 > cpus
                        && !cell.workload().question().hasGivenRate()
                ? Optional.of(new Reason(
                        Reason.Kind.CROWDED_CPUS,
                        Statement.of("%d clients and their server measure on %s", clients, text(cpus)),
                        Map.of("measuring", clients + 1.0, "cpus", (double) cpus),
                        "use a machine with %d CPUs or more".formatted(clients + 1)))
                : Optional.empty();
    }

    private Optional<Reason> spinningSender() {
        return spinners == 0 && cell.workload().senderSpins()
                ? sharing("the sender spins between messages, and shared the receiver's CPU for %.0f %% of the time")
                : Optional.empty();
    }

    private Optional<Reason> spinningPeers() {
        if (spinners <= 1) {
            return Optional.empty();
        }
        return sharing(
                cell.spin().isAsked()
                        ? "a receiver spins before it sleeps, and shared the sender's CPU for %.0f %% of the time"
                        : "both peers spin, and shared a CPU for %.0f %% of the time");
    }

    private Optional<Reason> sharing(String format) {
        return together <= MIN_SHARE
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.CROWDED_CPUS,
                        Statement.of(format, 100 * together),
                        Map.of("share", together),
                        "use --placement split-cpu"));
    }

    private Reason crowded(int spinning, int available) {
        return new Reason(
                Reason.Kind.CROWDED_CPUS,
                Statement.of(
                        "%d %s spin on %s",
                        spinning,
                        clients == 1 && !(cell.workload() instanceof Publish) ? "processes" : "threads",
                        text(available)),
                Map.of("spinners", (double) spinning, "cpus", (double) available),
                "use --placement split-cpu on a machine with %d CPUs or more".formatted(spinning));
    }

    private boolean auxiliarySpins() {
        return figures.cpu().auxiliarySeconds().orElse(0) > SPINNING_SHARE * figures.meanSeconds();
    }

    private Optional<Reason> siblings() {
        double share = figures.share(Distance.SAME_CORE);
        return share <= MIN_SHARE
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.SHARED_CORE,
                        Statement.of("the peers ran on two threads of one core for %.0f %% of the time", 100 * share),
                        Map.of("share", share),
                        "use --placement split-cpu"));
    }

    private static Statement text(int cpus) {
        return cpus == 1 ? Statement.of("one CPU") : Statement.of("%d CPUs", cpus);
    }
}
