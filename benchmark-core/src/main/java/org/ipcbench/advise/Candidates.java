package org.ipcbench.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.shape.Shape;

/**
 * The transports that are worth measuring.
 *
 * @param transports transports that nothing excludes, in their order
 * @param exclusions the other transports, in the same order
 */
public record Candidates(List<Transport> transports, List<Exclusion> exclusions) {
    private static final String SIZE = "--sizes";
    private static final String ANSWER = "--answer";

    public Candidates {
        transports = List.copyOf(transports);
        exclusions = List.copyOf(exclusions);
    }

    /**
     * Divides transports into candidates and exclusions.
     *
     * @param cellsOf the cells of a transport for the target: with any buffer, placement or spin; at least one
     */
    public static Candidates of(
            List<Transport> all, Set<Demand> demands, Target target, Function<Transport, List<Cell>> cellsOf) {
        List<Transport> left = new ArrayList<>();
        List<Exclusion> exclusions = new ArrayList<>();
        for (Transport transport : all) {
            List<Exclusion.Cause> causes = causes(transport, demands, target, obstacle(cellsOf.apply(transport)));
            if (causes.isEmpty()) {
                left.add(transport);
            } else {
                exclusions.add(new Exclusion(transport.id(), causes));
            }
        }
        return new Candidates(left, exclusions);
    }

    private static List<Exclusion.Cause> causes(
            Transport transport, Set<Demand> demands, Target target, Optional<Obstacle> obstacle) {
        List<Exclusion.Cause> causes = new ArrayList<>();
        demands.stream()
                .sorted()
                .filter(demand -> demand.excludes(transport.traits()))
                .forEach(demand -> causes.add(new Exclusion.Cause(demand.label(), demand.violation())));
        obstacle.ifPresent(found -> causes.add(new Exclusion.Cause(origin(transport, target, found), found.reason())));
        return causes;
    }

    /** Why none of the cells can be measured; empty if one can. */
    private static Optional<Obstacle> obstacle(List<Cell> cells) {
        return cells.stream().allMatch(cell -> cell.obstacle().isPresent())
                ? cells.get(0).obstacle()
                : Optional.empty();
    }

    /** The size limit of a transport that is not available is not reliable. */
    private static String origin(Transport transport, Target target, Obstacle obstacle) {
        SizeLimit limit = transport.traits().sizeLimit();
        if (obstacle.status() == CellStatus.UNSUPPORTED
                && !limit.allows(target.call().map(Shape::largestRequestBytes).orElse(target.requestBytes()))) {
            return SIZE;
        }
        int answerBytes = target.call().map(Shape::answerBytes).orElse(0);
        return obstacle.status() == CellStatus.UNSUPPORTED && !limit.allows(answerBytes)
                ? ANSWER
                : obstacle.status().label();
    }

    /** Whether one of these transports is not available. */
    public boolean lacksOneOf(List<String> ids) {
        return exclusions.stream()
                .filter(exclusion -> ids.contains(exclusion.transportId()))
                .flatMap(exclusion -> exclusion.causes().stream())
                .anyMatch(cause -> cause.origin().equals(CellStatus.UNAVAILABLE.label()));
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

    /**
     * The reasons for leaving a transport out.
     *
     * @param transportId the transport
     * @param causes the reasons, at least one
     */
    public record Exclusion(String transportId, List<Cause> causes) {

        /**
         * One reason against a transport.
         *
         * @param origin the demand or option behind the reason, as the user writes it
         * @param reason what the transport does or lacks
         */
        public record Cause(String origin, String reason) {

            /** The demand behind the reason; empty if the machine or another option excludes the transport. */
            public Optional<Demand> demand() {
                return Stream.of(Demand.values())
                        .filter(demand -> demand.label().equals(origin))
                        .findFirst();
            }
        }

        public Exclusion {
            causes = List.copyOf(causes);
            if (causes.isEmpty()) {
                throw new IllegalArgumentException("an exclusion has a cause");
            }
        }

        /** The demands behind the exclusion; if there are none, the other causes, which the demands make irrelevant. */
        public List<Cause> toldCauses() {
            List<Cause> ofDemands =
                    causes.stream().filter(cause -> cause.demand().isPresent()).toList();
            return ofDemands.isEmpty() ? causes : ofDemands;
        }

        /** Transport and causes in a line. */
        public String text() {
            return "%s: %s".formatted(transportId, reasons());
        }

        /** The told causes as one text. */
        public String reasons() {
            return toldCauses().stream().map(Cause::reason).collect(Collectors.joining("; "));
        }

        /**
         * A line for each text, with all transports that it is about.
         *
         * @param text tells the causes of an exclusion
         */
        public static List<String> together(List<Exclusion> exclusions, Function<Exclusion, String> text) {
            return exclusions.stream()
                    .collect(Collectors.groupingBy(
                            text,
                            LinkedHashMap::new,
                            Collectors.mapping(Exclusion::transportId, Collectors.joining(", "))))
                    .entrySet()
                    .stream()
                    .map(each -> "%s: %s".formatted(each.getValue(), each.getKey()))
                    .toList();
        }
    }
}
