package org.ipcbench.run.request;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ipcbench.control.Surroundings;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.transport.Traits;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Role;

/**
 * The placements of a run's cells.
 *
 * @param list each has cells of its own
 * @param usual whether the user leaves the choice to this program, which then leaves out cells that say nothing
 * @param remark one line on why the usual placements are not possible; empty if they are, or if the user has chosen
 */
public record PlacementChoice(List<Placement> list, boolean usual, String remark) {
    private static final List<String> IN_TURNS = List.of("same-cpu", "split-cpu");
    private static final List<String> STREAMED = List.of("split-cpu");

    private static final List<Role> PEERS = List.of(Role.SERVER, Role.CLIENT);

    /** The kernel chooses. */
    public static final PlacementChoice OF_THE_KERNEL = asked(List.of(Placement.UNPINNED));

    /** Iterations of each cell: 12 transports take about two minutes. */
    private static final int ITERATIONS = 5;

    /** Iterations of each cell at several usual placements; extra time follows if that is too little. */
    private static final int ITERATIONS_OF_SEVERAL = 3;

    public PlacementChoice {
        list = List.copyOf(list);
    }

    /** The user has chosen these. */
    public static PlacementChoice asked(List<Placement> placements) {
        return new PlacementChoice(placements, false, "");
    }

    /**
     * The usual placements: round trips on one CPU and on two, everything else on two. If the machine does not have them, or if
     * there are several clients, the kernel chooses.
     */
    public static PlacementChoice usual(Question question, Clients most) {
        if (most.number() > 1) {
            return ofTheKernel("several clients are not pinned");
        }
        try {
            PlacementChoice choice = usual(question, Topology.ofThisMachine());
            return choice.usual() && Runtime.getRuntime().availableProcessors() < 2
                    ? ofTheKernel("the control group grants fewer than two CPUs")
                    : choice;
        } catch (IOException e) {
            return ofTheKernel(String.valueOf(e.getMessage()));
        }
    }

    /** The usual placements on a machine with these CPUs. */
    static PlacementChoice usual(Question question, Topology topology) {
        if (topology.allowed().list().size() < 2) {
            return ofTheKernel("this process may use only CPU %s".formatted(topology.allowed()));
        }
        List<Placement> placements = (question.inTurns() ? IN_TURNS : STREAMED)
                .stream().map(label -> Placement.parse(label, topology)).toList();
        return placements.stream()
                .map(Placement::obstacle)
                .filter(obstacle -> !obstacle.isEmpty())
                .findFirst()
                .map(PlacementChoice::ofTheKernel)
                .orElseGet(() -> new PlacementChoice(placements, true, ""));
    }

    /**
     * The placements of peers behind prefixes. CPUs are those of the launcher's host: to a peer that has others, the usual placements are
     * left to the kernel.
     *
     * @throws InvalidRequestException if the user has named CPUs or nodes for a peer on another host
     */
    PlacementChoice behind(Prefixes prefixes, Surroundings launcher) {
        if (list.stream().allMatch(Placement.UNPINNED::equals)) {
            return this;
        }
        Optional<Role> abroad = PEERS.stream()
                .filter(role -> prefixes.of(role).leadsToAnotherHost(launcher))
                .findFirst();
        if (abroad.isPresent() && !usual) {
            throw new InvalidRequestException(
                    Argument.REQUEST,
                    "--placement names CPUs or nodes of this host, but the %s runs on another one; use unpinned, and taskset in the prefix"
                                    .formatted(abroad.get().label())
                            + " (\"ssh host taskset -c 3\")");
        }
        return abroad.map(role -> "the %s runs on another host".formatted(role.label()))
                .or(() -> usual ? lack(prefixes) : Optional.empty())
                .map(PlacementChoice::ofTheKernel)
                .orElse(this);
    }

    /** Which side of this host, such as a container with CPUs of its own, may not use the CPUs of its peer. */
    private Optional<String> lack(Prefixes prefixes) {
        return PEERS.stream()
                .flatMap(role -> prefixes.of(role).there().stream()
                        .map(Surroundings::cpus)
                        .filter(cpus -> !reaches(cpus, role))
                        .map(cpus -> "the %s's side may use only CPU %s".formatted(role.label(), cpus)))
                .findFirst();
    }

    private boolean reaches(String cpus, Role role) {
        List<Integer> there;
        try {
            there = CpuSet.parse(cpus).list();
        } catch (IllegalArgumentException e) {
            return true; // as far as is known
        }
        return list.stream()
                .flatMap(placement -> placement.place(role).stream())
                .allMatch(place -> there.containsAll(place.cpus().list()));
    }

    private static PlacementChoice ofTheKernel(String why) {
        return new PlacementChoice(
                OF_THE_KERNEL.list(), false, "placement %s: %s".formatted(Placement.UNPINNED.label(), why));
    }

    /** Number of iterations of each cell unless the user gives one. */
    public int usualIterations() {
        return usual && list.size() > 1 ? ITERATIONS_OF_SEVERAL : ITERATIONS;
    }

    /**
     * Whether a cell is left out: two processes that spin on one CPU, one process at a second placement, and a process that is started at
     * another place than its client's.
     */
    boolean leavesOut(Cell cell) {
        Traits traits = cell.transport().traits();
        if (!usual) {
            return false;
        }
        if (traits.inProcess()) {
            return !cell.placement().equals(list.get(0));
        }
        return traits.startsServer()
                ? !cell.placement().isOnePlace() && list.stream().anyMatch(Placement::isOnePlace)
                : cell.spinsOnOneCpu();
    }

    /** A line about the transports that a placement leaves out of these cells; empty if it leaves out none that the others keep. */
    Stream<String> omissions(List<Cell> leftOut) {
        return Stream.concat(
                omissions(leftOut, Traits::hasServerPeer, "both peers spin"),
                omissions(leftOut, Traits::startsServer, "the server is started where the client runs"));
    }

    private Stream<String> omissions(List<Cell> leftOut, Predicate<Traits> kind, String why) {
        return list.stream().flatMap(placement -> {
            List<String> ids = leftOut.stream()
                    .filter(cell -> cell.placement().equals(placement)
                            && kind.test(cell.transport().traits()))
                    .map(Cell::transportId)
                    .distinct()
                    .toList();
            return ids.isEmpty()
                    ? Stream.empty()
                    : Stream.of(
                            "placement %s without %s: %s".formatted(placement.label(), String.join(", ", ids), why));
        });
    }
}
