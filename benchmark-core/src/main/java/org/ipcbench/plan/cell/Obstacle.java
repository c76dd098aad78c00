package org.ipcbench.plan.cell;

import java.util.Optional;

/**
 * Reason why a cell cannot be measured on this machine, known before anything starts.
 *
 * @param status {@link CellStatus#UNAVAILABLE} or {@link CellStatus#UNSUPPORTED}
 * @param reason what is missing or too large, and the remedy
 */
public record Obstacle(CellStatus status, String reason) {
    static Optional<Obstacle> unsupported(String reason) {
        return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, reason));
    }
}
