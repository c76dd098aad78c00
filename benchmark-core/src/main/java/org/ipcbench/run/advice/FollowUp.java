package org.ipcbench.run.advice;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.RunTrials;
import org.ipcbench.advise.Target;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/**
 * The run after a run for advice: the best candidates under other conditions. It is a run of loads that can be resumed and
 * reported, and also requested separately.
 *
 * @param target the target of the advice
 * @param transportIds of the best candidates, the best one first
 * @param methodCall transport that measures the target's calls within one process; empty if they are not measured
 * @param load the candidates' load
 * @param iterations number of iterations of each
 */
public record FollowUp(
        Target target, List<String> transportIds, Optional<Transport> methodCall, Load load, int iterations) {
    public FollowUp {
        transportIds = List.copyOf(transportIds);
    }

    /** The follow-up of an advice. */
    static FollowUp of(Advice advice, Optional<Transport> methodCall, Load load, int iterations) {
        return new FollowUp(
                advice.target(),
                advice.finalists().stream()
                        .map(finalist -> finalist.trial().transportId())
                        .distinct()
                        .toList(),
                methodCall,
                load,
                iterations);
    }

    /** The sizes of the target and its other conditions, in bytes; of a mix, the mean. */
    public List<Integer> sizesBytes() {
        return withOther(target.tenTimesAsLarge()).map(Target::requestBytes).toList();
    }

    /** The sizes of answers of the target and its other conditions, in bytes; empty if they have the requests' sizes. */
    public List<Integer> answersBytes() {
        return withOther(target.tenTimesAsLarge())
                .flatMap(condition -> condition.call().stream())
                .map(Shape::ownAnswerBytes)
                .filter(bytes -> bytes != Shape.AS_REQUEST)
                .toList();
    }

    /** The rates of the target and its other conditions, in messages a second. */
    public List<Long> ratesPerSecond() {
        return withOther(target.twiceAsOften()).map(Target::ratePerSecond).toList();
    }

    private Stream<Target> withOther(Optional<Target> other) {
        return Stream.concat(Stream.of(target), other.stream());
    }

    /**
     * The load of each condition, with the target itself for the best candidate only, to confirm it. The command that measures
     * the follow-up by itself has every candidate and size at every rate.
     */
    List<SizedWorkload> workloads() {
        return Stream.concat(
                        conditions(target)
                                .flatMap(condition ->
                                        asked(condition).map(only -> new SizedWorkload(condition.load(load), only))),
                        methodCall.stream()
                                .map(within -> new SizedWorkload(target.load(load), Optional.of(within.id()))))
                .toList();
    }

    /** The transports for a condition; empty for all. */
    private Stream<Optional<String>> asked(Target condition) {
        if (condition.equals(target)) {
            return Stream.of(Optional.of(transportIds.get(0)));
        }
        return methodCall.isEmpty()
                ? Stream.of(Optional.empty())
                : transportIds.stream().map(Optional::of);
    }

    /** The transports of the run. */
    TransportSelection among(TransportSelection candidates) {
        return TransportSelection.of(
                Stream.concat(candidates.only(transportIds).transports().stream(), methodCall.stream())
                        .toList());
    }

    /** The target itself, twice its rate, and ten times its size. */
    private static Stream<Target> conditions(Target target) {
        return Stream.of(Optional.of(target), target.twiceAsOften(), target.tenTimesAsLarge())
                .flatMap(Optional::stream);
    }

    /** The rates and sizes, as a text for people. */
    public String conditions() {
        String answers = answersBytes().isEmpty() ? "" : ", answered by %s".formatted(joined(answersBytes()));
        String sizes = target.mix().map(SizeMix::label).orElseGet(() -> joined(sizesBytes()) + " bytes");
        String things = target.call().isPresent() ? "calls" : "messages";
        return "at %s %s a second of %s%s".formatted(joined(ratesPerSecond()), things, sizes, answers);
    }

    private static String joined(List<? extends Number> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(" and "));
    }

    /** How the advice changes with the conditions. */
    static List<Change> changes(Advice advice, RunTrials trials) {
        return conditions(advice.target())
                .map(conditions -> Change.of(advice.recommended().orElseThrow().candidate(), trials.advice(conditions)))
                .toList();
    }
}
