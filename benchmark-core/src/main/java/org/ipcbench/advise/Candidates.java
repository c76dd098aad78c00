package org.ipcbench.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Obstacle;
import org.ipcbench.transport.Transport;

/**
 * The transports that are worth measuring.
 *
 * @param transports transports that nothing excludes, in their order
 * @param exclusions the other transports, in the same order
 */
public record Candidates(List<Transport> transports, List<Exclusion> exclusions) {
    private static final String SIZE = "--size";

    public Candidates {
        transports = List.copyOf(transports);
        exclusions = List.copyOf(exclusions);
    }

    /**
     * Divides transports into candidates and exclusions.
     *
     * @param requestBytes size of the messages
     * @param obstacleHere why the machine or another option excludes a transport; empty if neither does
     */
    public static Candidates of(
            List<Transport> all,
            Set<Demand> demands,
            int requestBytes,
            Function<Transport, Optional<Obstacle>> obstacleHere) {
        List<Transport> left = new ArrayList<>();
        List<Exclusion> exclusions = new ArrayList<>();
        for (Transport transport : all) {
            List<Exclusion.Cause> causes = causes(transport, demands, requestBytes, obstacleHere);
            if (causes.isEmpty()) {
                left.add(transport);
            } else {
                exclusions.add(new Exclusion(transport.id(), causes));
            }
        }
        return new Candidates(left, exclusions);
    }

    private static List<Exclusion.Cause> causes(
            Transport transport,
            Set<Demand> demands,
            int requestBytes,
            Function<Transport, Optional<Obstacle>> obstacleHere) {
        List<Exclusion.Cause> causes = new ArrayList<>();
        demands.stream()
                .sorted()
                .filter(demand -> demand.excludes(transport.traits()))
                .forEach(demand -> causes.add(new Exclusion.Cause(demand.label(), demand.violation())));
        obstacleHere
                .apply(transport)
                .ifPresent(obstacle ->
                        causes.add(new Exclusion.Cause(origin(transport, requestBytes, obstacle), obstacle.reason())));
        return causes;
    }

    /** The size limit of a transport that is not available is not reliable. */
    private static String origin(Transport transport, int requestBytes, Obstacle obstacle) {
        return obstacle.status() == CellStatus.UNSUPPORTED
                        && !transport.traits().sizeLimit().allows(requestBytes)
                ? SIZE
                : obstacle.status().label();
    }

    /** Why nothing is left to measure, in one line, with the strictest demand first; empty if there are candidates. */
    public Optional<String> lack() {
        if (!transports.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Integer> counts = new TreeMap<>();
        exclusions.stream()
                .flatMap(exclusion -> exclusion.causes().stream())
                .forEach(cause -> counts.merge(cause.origin(), 1, Integer::sum));
        List<String> strictestFirst = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(count -> "%s (%d)".formatted(count.getKey(), count.getValue()))
                .toList();
        return Optional.of(exclusions.isEmpty() ? "no transports found" : lack(strictestFirst));
    }

    /** Adds an example, because not every origin says what to do. */
    private String lack(List<String> strictestFirst) {
        String others = strictestFirst.stream().skip(1).collect(Collectors.joining(", "));
        return "no candidate is left of %d; %s excludes most%s; %s"
                .formatted(
                        exclusions.size(),
                        strictestFirst.get(0),
                        others.isEmpty() ? "" : ", then " + others,
                        exclusions.get(0).text());
    }
}
