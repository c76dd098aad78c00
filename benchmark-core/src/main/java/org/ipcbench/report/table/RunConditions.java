package org.ipcbench.report.table;

import java.util.List;
import java.util.Locale;
import org.ipcbench.environment.Environment;

/**
 * The common conditions of all figures of a run, shown above its tables.
 *
 * @param jvmVersion version of the peers' JVM, for example {@code 17.0.15}; empty if unknown, or if the variants have
 * several
 * @param loadAverages load averages of the machine when the run began, beginning with the last minute; empty if the machine
 * does not tell
 */
public record RunConditions(String jvmVersion, List<Double> loadAverages) {
    /** Unknown conditions. */
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

    /** The text after the title of a table; empty if nothing is known. */
    String suffix(Locale locale) {
        String jvm = jvmVersion.isEmpty() ? "" : ", JDK " + jvmVersion;
        return loadAverages.isEmpty()
                ? jvm
                : jvm + String.format(locale, ", load average %.2f at the start", loadAverages.get(0));
    }
}
