package org.ipcbench.advise;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.RunTrials.Beside;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;

/**
 * An answer from the figures of an earlier run.
 *
 * @param run what has been measured
 * @param considered ids of the transports that are considered
 * @param required ids of the transports that the run must have
 */
public record RecordedAnswer(RunResult run, Set<String> considered, List<String> required) {
    public RecordedAnswer {
        considered = Set.copyOf(considered);
        required = List.copyOf(required);
    }

    /** What the run lacks for an answer, to be read after the run's name; empty if nothing is missing. */
    public Optional<String> lack(Target target) {
        Set<String> measured =
                cellsAt(target).map(result -> result.cell().transportId()).collect(Collectors.toSet());
        if (measured.isEmpty()) {
            return Optional.of("has no load of %s%s at %d %s a second%s; it has %s"
                    .formatted(
                            sizes(target.requestBytes(), target.call()),
                            ofCalls(target.call()),
                            target.ratePerSecond(),
                            target.call().isPresent() ? "calls" : "messages",
                            ofClients(target.clients()),
                            loads()));
        }
        List<String> missing =
                required.stream().filter(id -> !measured.contains(id)).toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("has no load of %s at this size and rate%s"
                        .formatted(String.join(", ", missing), ofClients(target.clients())));
    }

    private static String sizes(int requestBytes, Optional<Shape> call) {
        return call.flatMap(shape -> Optional.ofNullable(shape.mix()))
                .map(SizeMix::label)
                .orElseGet(() -> requestBytes + " bytes");
    }

    private static String ofCalls(Optional<Shape> call) {
        return call.map(shape -> " with answers of %s%s%s"
                        .formatted(
                                shape.mix() != null && shape.ownAnswerBytes() == Shape.AS_REQUEST
                                        ? "the same sizes"
                                        : shape.answerBytes() + " bytes",
                                shape.work().equals(Work.NONE)
                                        ? ""
                                        : " after %s".formatted(shape.work().text()),
                                (shape.inFlight() == 1 ? "" : ", %d in flight".formatted(shape.inFlight()))
                                        + (shape.isCoded() ? " as " + shape.codec() : "")))
                .orElse("");
    }

    private static String ofClients(int clients) {
        return clients == 1 ? "" : " of %d clients".formatted(clients);
    }

    private String loads() {
        String loads = run.cells().stream()
                .map(CellResult::cell)
                .filter(cell -> cell.workload().offeredPerSecond().isPresent())
                .map(cell -> "%s%s at %s%s"
                        .formatted(
                                sizes(cell.requestBytes(), cell.workload().shape()),
                                ofCalls(cell.workload().shape()),
                                Dimension.RATE.text(cell),
                                ofClients(cell.clients().number())))
                .distinct()
                .collect(Collectors.joining(", "));
        return loads.isEmpty() ? "none at all" : loads;
    }

    /** The measured transports, divided into candidates and exclusions as before a run. */
    public Candidates candidates(Target target, Set<Demand> demands) {
        List<CellResult> cells = cellsAt(target).toList();
        List<Transport> transports = cells.stream()
                .map(result -> result.cell().transport())
                .distinct()
                .toList();
        return Candidates.of(transports, demands, target, transport -> cellsOf(transport.id(), cells));
    }

    /** The answer among these candidates. */
    public Advice advice(Target target, Candidates candidates) {
        Set<String> ids = candidates.transports().stream().map(Transport::id).collect(Collectors.toSet());
        return Advice.of(
                target,
                new RunTrials(run)
                        .of(
                                cellsAt(target)
                                        .filter(result ->
                                                ids.contains(result.cell().transportId()))
                                        .toList(),
                                target));
    }

    /** How the answer changes under other conditions, if the run has measured the recommended candidate under them. */
    public List<Change> changes(Advice advice, Candidates candidates) {
        if (advice.recommended().isEmpty()) {
            return List.of();
        }
        String recommended = advice.recommended().get().candidate();
        return Stream.of(advice.target().twiceAsOften(), advice.target().tenTimesAsLarge())
                .flatMap(Optional::stream)
                .map(conditions -> advice(conditions, candidates))
                .filter(elsewhere -> elsewhere.judgementOf(recommended).isPresent())
                .map(elsewhere -> Change.of(recommended, elsewhere))
                .toList();
    }

    /** What the run tells besides the advice. */
    public Beside beside(Advice advice) {
        return new RunTrials(run).beside(advice);
    }

    private Stream<CellResult> cellsAt(Target target) {
        return new RunTrials(run)
                .cellsAt(target).stream()
                        .filter(result -> considered.contains(result.cell().transportId()));
    }

    private static List<Cell> cellsOf(String transportId, List<CellResult> cells) {
        return cells.stream()
                .map(CellResult::cell)
                .filter(cell -> cell.transportId().equals(transportId))
                .toList();
    }
}
