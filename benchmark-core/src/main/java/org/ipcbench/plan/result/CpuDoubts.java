package org.ipcbench.plan.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.Proximity.Distance;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Role;

/** Whether the processes of a cell had CPUs of their own. */
final class CpuDoubts {
    /** A smaller share of the time hardly affects a mean. */
    private static final double MIN_SHARE = 0.25;

    /** A process that spins keeps its CPU busy for more than this share of the time. */
    private static final double SPINNING_SHARE = 0.5;

    private final Cell cell;
    private final Summary figures;

    CpuDoubts(Cell cell, Summary figures) {
        this.cell = cell;
        this.figures = figures;
    }

    List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>();
        crowd().ifPresent(reasons::add);
        siblings().ifPresent(reasons::add);
        return reasons;
    }

    /** Too few CPUs for the processes. A process that spins while it waits for another occupies the CPU that the other needs. */
    private Optional<Reason> crowd() {
        int clients = cell.clients().number();
        boolean spinsAwhile = cell.spin().isAsked();
        int peers = spinsAwhile || cell.transport().traits().waitStrategy() == WaitStrategy.SPINNING
                ? clients + (cell.clients().serving().isMultiplexed() ? 1 : clients)
                : 0;
        Set<Integer> places = new TreeSet<>();
        cell.placement()
                .place(Role.CLIENT)
                .ifPresent(place -> places.addAll(place.cpus().list()));
        cell.placement()
                .place(Role.SERVER)
                .ifPresent(place -> places.addAll(place.cpus().list()));
        if (peers > places.size() && !places.isEmpty()) {
            return crowded(peers, places.size());
        }
        int all = peers + (auxiliarySpins() ? 1 : 0);
        if (all > figures.machineCpus() && figures.machineCpus() > 0) {
            return crowded(all, figures.machineCpus());
        }
        int cpus = places.isEmpty() ? figures.machineCpus() : places.size();
        if (clients > 1 && cell.workload().senderSpins() && clients >= cpus && cpus > 0) {
            return Optional.of(new Reason(
                    Reason.Kind.CROWDED_CPUS,
                    "%d clients spin between messages, and share %s with the server".formatted(clients, text(cpus)),
                    Map.of("spinners", (double) clients, "cpus", (double) cpus),
                    "use --pacing sleep"));
        }
        // one for the server, however many threads it has: those that wait for their clients need no CPU
        if (clients > 1
                && clients + 1 > cpus
                && cpus > 0
                && !cell.workload().question().hasGivenRate()) {
            return Optional.of(new Reason(
                    Reason.Kind.CROWDED_CPUS,
                    "%d clients and their server measure on %s".formatted(clients, text(cpus)),
                    Map.of("measuring", clients + 1.0, "cpus", (double) cpus),
                    "use a machine with %d CPUs or more".formatted(clients + 1)));
        }
        double together = figures.share(Distance.SAME_CPU);
        if (peers == 0 && cell.workload().senderSpins() && together > MIN_SHARE) {
            return Optional.of(new Reason(
                    Reason.Kind.CROWDED_CPUS,
                    text(
                            "the sender spins between messages, and shared the receiver's CPU for %.0f %% of the time",
                            100 * together),
                    Map.of("share", together),
                    "use --placement split-cpu"));
        }
        return peers > 1 && together > MIN_SHARE
                ? Optional.of(new Reason(
                        Reason.Kind.CROWDED_CPUS,
                        text(
                                spinsAwhile
                                        ? "a receiver spins before it sleeps, and shared the sender's CPU for %.0f %% of the time"
                                        : "both peers spin, and shared a CPU for %.0f %% of the time",
                                100 * together),
                        Map.of("share", together),
                        "use --placement split-cpu"))
                : Optional.empty();
    }

    private Optional<Reason> crowded(int spinners, int cpus) {
        return Optional.of(new Reason(
                Reason.Kind.CROWDED_CPUS,
                "%d %s spin on %s"
                        .formatted(spinners, cell.clients().number() == 1 ? "processes" : "threads", text(cpus)),
                Map.of("spinners", (double) spinners, "cpus", (double) cpus),
                "use --placement split-cpu on a machine with %d CPUs or more".formatted(spinners)));
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
                        text("the peers ran on two threads of one core for %.0f %% of the time", 100 * share),
                        Map.of("share", share),
                        "use --placement split-cpu"));
    }

    private static String text(int cpus) {
        return cpus == 1 ? "one CPU" : cpus + " CPUs";
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
