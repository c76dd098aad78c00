package org.ipcbench.advise;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
                        text, LinkedHashMap::new, Collectors.mapping(Exclusion::transportId, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(each -> "%s: %s".formatted(each.getValue(), each.getKey()))
                .toList();
    }
}
