package org.ipcbench.results.line;

/**
 * Says that the following lines were measured later.
 *
 * @param record kind of the line
 * @param startedAt when the run was resumed, ISO 8601 in UTC
 * @param boot distinguishes boots of the machine
 * @param suite the version of the suite
 * @param commit commit that the suite was built from; empty if its build did not know it
 */
public record ResumedLine(String record, String startedAt, String boot, String suite, String commit) {
    public static final String RECORD = "resumed";
}
