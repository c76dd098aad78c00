package org.ipcbench.advise;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why a transport is no candidate.
 *
 * @param transportId the transport
 * @param causes all that speaks against it; at least one
 */
public record Exclusion(String transportId, List<Cause> causes) {

    /**
     * One thing that speaks against a transport.
     *
     * @param origin the demand or the option that it comes from, as the user writes it
     * @param reason what the transport does or lacks
     */
    public record Cause(String origin, String reason) {

        /** The demand that the transport does not fulfil; empty where the machine or another option excludes it. */
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

    /** Transport and causes in a line. */
    public String text() {
        return causes.stream().map(Cause::reason).collect(Collectors.joining("; ", transportId + ": ", ""));
    }
}
