package org.ipcbench.compare;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where and when one side was measured.
 *
 * @param identity unique identity of the run
 * @param host distinguishes machines; empty if it is not known
 * @param boot distinguishes boots of a machine; empty if it is not known
 * @param startedAt when it was measured; empty if it is not known
 * @param description of the environment, for people
 */
public record Origin(String identity, String host, String boot, Optional<Instant> startedAt, String description) {

    /** Whether the two were certainly measured on different machines. */
    boolean isAnotherMachine(Origin other) {
        return differ(host, other.host);
    }

    /** Whether the machine was certainly rebooted in between. */
    boolean isAnotherBoot(Origin other) {
        return differ(boot, other.boot);
    }

    /** How much later this side was measured, negative if earlier; empty if that is not known. */
    Optional<Duration> after(Origin other) {
        return startedAt.flatMap(now -> other.startedAt.map(before -> Duration.between(before, now)));
    }

    private static boolean differ(String one, String other) {
        return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
    }
}
