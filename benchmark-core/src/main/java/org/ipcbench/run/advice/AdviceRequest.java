package org.ipcbench.run.advice;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.advise.Candidates;
import org.ipcbench.advise.Demand;
import org.ipcbench.advise.RecordedAnswer;
import org.ipcbench.advise.Target;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.Repetition;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.RunRequest.Preparation;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.load.Load;

/**
 * What advice is about, and how it is measured.
 *
 * @param target what a transport has to reach
 * @param demands what it must offer besides, those that the target implies included
 * @param grid the dimensions of the candidates' cells
 * @param schedule how a candidate's messages are sent
 * @param iterations the most iterations of a candidate
 * @param seed the seed of the order; empty for a new seed in each run
 */
public record AdviceRequest(
        Target target,
        Set<Demand> demands,
        CellGrid grid,
        TrialSchedule schedule,
        int iterations,
        Optional<Long> seed) {
    /** Usual number of the most iterations of a candidate. */
    private static final int ITERATIONS = 5;

    public AdviceRequest {
        Set<Demand> all = new HashSet<>(demands);
        all.addAll(target.demands());
        demands = Set.copyOf(all);
    }

    /** Returns a copy for a machine that stalls. */
    AdviceRequest patient() {
        return new AdviceRequest(target, demands, grid, schedule.patient(target), iterations, seed);
    }

    /** A request for one of these transports that delivers every message in order, measured as usual. */
    public static AdviceRequest of(Target target, TransportSelection selection) {
        return new AdviceRequest(
                target,
                Set.of(Demand.EVERY_MESSAGE_IN_ORDER),
                CellGrid.of(selection, List.of())
                        .at(PlacementChoice.usual(Question.LOAD, Clients.of(target.clients()))),
                TrialSchedule.USUAL,
                ITERATIONS,
                Optional.empty());
    }

    /**
     * The transports that are worth measuring, and why the others are not.
     *
     * @throws InvalidRequestException if the target cannot be measured with this schedule
     */
    public Candidates candidates() {
        Load load = load();
        return Candidates.of(grid.selection().transports(), demands, target, transport -> cells(transport, load));
    }

    /** The cells of a transport. Support for several clients is a demand, which is checked elsewhere. */
    private List<Cell> cells(Transport transport, Load load) {
        Clients asking = transport.traits().has(Trait.MANY_CLIENTS) ? clients() : Clients.ONE;
        return loaded(TransportSelection.of(List.of(transport)), asking, load).cells(List.of(Variant.NONE));
    }

    /**
     * The load under which candidates are measured.
     *
     * @throws InvalidRequestException if the target cannot be measured with this schedule
     */
    public Load load() {
        return schedule.load(target);
    }

    /** The placements of the candidates' cells. */
    public PlacementChoice placements() {
        return grid.placements();
    }

    private Clients clients() {
        return Clients.of(target.clients());
    }

    /** The grid in which these clients send a load over these transports. */
    private CellGrid loaded(TransportSelection transports, Clients clients, Load load) {
        return grid.to(transports).asking(List.of(new SizedWorkload(load))).with(clients);
    }

    /** The answer that an earlier run has, without a measurement. */
    public RecordedAnswer recorded(RunResult run) {
        return new RecordedAnswer(
                run,
                grid.selection().transports().stream().map(Transport::id).collect(Collectors.toSet()),
                grid.selection().named());
    }

    /**
     * The run that compares the candidates.
     *
     * @throws InvalidRequestException if there are none
     */
    RunRequest comparison(RunSetup setup) {
        Candidates candidates = candidates();
        candidates.lack().ifPresent(lack -> {
            throw new InvalidRequestException(Argument.REQUEST, lack);
        });
        Set<String> measured =
                candidates.transports().stream().map(Transport::id).collect(Collectors.toSet());
        List<String> named =
                grid.selection().named().stream().filter(measured::contains).toList();
        return new RunRequest(
                loaded(new TransportSelection(candidates.transports(), named), clients(), load()),
                new Repetition(
                        new Elimination(iterations, target.bound(), Set.copyOf(named)), Repetition.Extra.NONE, seed),
                setup,
                Preparation.NONE);
    }
}
