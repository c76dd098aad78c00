package org.ipcbench.report.table;

import java.util.List;
import java.util.Locale;
import org.ipcbench.environment.Environment;

/**
 * What holds for all figures of a run and is told above its tables.
 *
 * @param jvmVersion version of the peers' JVM, for example {@code 17.0.15}; empty if it is not known, and where variants have
 *     several
 * @param loadAverages load averages of the machine when the run began, the one of the last minute first; empty if the machine
 *     does not tell
 */
public record RunConditions(String jvmVersion, List<Double> loadAverages) {
    /** Nothing is known. */
    public static final RunConditions UNKNOWN = new RunConditions("", List.of());

    public RunConditions {
        loadAverages = List.copyOf(loadAverages);
    }

    /** The conditions of a run in this environment. */
    public static RunConditions of(Environment environment) {
        List<String> versions = environment.peerVersions();
        return new RunConditions(
                versions.size() == 1 ? versions.get(0) : "",
                environment.machine().loadAverages());
    }

    /** What stands behind the title of a table; empty if nothing is known. */
    String suffix(Locale locale) {
        String jvm = jvmVersion.isEmpty() ? "" : ", JDK " + jvmVersion;
        return loadAverages.isEmpty()
                ? jvm
                : jvm + String.format(locale, ", load average %.2f at the start", loadAverages.get(0));
    }
}
