package org.ipcbench.plan.cell;

/**
 * Why a cell cannot be measured on this machine, known before anything starts.
 *
 * @param status {@link CellStatus#UNAVAILABLE} or {@link CellStatus#UNSUPPORTED}
 * @param reason what is missing or too large, and what to do about it
 */
public record Obstacle(CellStatus status, String reason) {}
