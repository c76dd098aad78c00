package org.ipcbench.results.line;

/**
 * The last line of a run that was not killed.
 *
 * @param record kind of the line
 * @param endedAt when the run ended, ISO 8601 in UTC
 * @param rounds number of rounds that each cell was to have at the end
 * @param interrupted whether the user ended it early
 */
public record EndLine(String record, String endedAt, int rounds, boolean interrupted) {
    public static final String RECORD = "end";
}
