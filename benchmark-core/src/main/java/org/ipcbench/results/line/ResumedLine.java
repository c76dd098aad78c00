package org.ipcbench.results.line;

/**
 * Says that the lines below were measured later.
 *
 * @param record what kind of line it is
 * @param startedAt when the run was resumed, ISO 8601 in UTC
 * @param boot tells boots of the machine apart
 * @param suite the version of the suite
 * @param commit what the suite was built from; empty where its build did not know
 */
public record ResumedLine(String record, String startedAt, String boot, String suite, String commit) {
    public static final String RECORD = "resumed";
}
