package org.ipcbench.results.line;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last line of a run that was not killed.
 *
 * @param record kind of the line
 * @param endedAt when the run ended, ISO 8601 in UTC
 * @param rounds number of rounds that each cell was to have at the end
 * @param interrupted whether the user ended it early
 * @param advice the advice in sentences as they were printed; null if the run was made for none. It is known only after a run
 *     that follows this one, so such a record has a second line of this kind
 */
public record EndLine(
        String record,
        String endedAt,
        int rounds,
        boolean interrupted,
        @Nullable List<String> advice) {
    public static final String RECORD = "end";

    public EndLine {
        advice = advice == null ? null : List.copyOf(advice);
    }

    /** Returns a copy with this advice. */
    public EndLine with(List<String> sentences) {
        return new EndLine(record, endedAt, rounds, interrupted, sentences);
    }
}
