package org.ipcbench.report.table;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.transport.WaitStrategy;

/**
 * The common conditions of all figures of a run, shown above its tables.
 *
 * @param jvmVersion version of the peers' JVM, for example {@code 17.0.15}; empty if unknown, or if the variants have
 * several
 * @param loadAverages load averages of the machine when the run began, beginning with the last minute; empty if the machine
 * does not tell
 * @param wakeUps how long a sleeping CPU took to wake up, by the placement; without placements on one CPU
 */
public record RunConditions(String jvmVersion, List<Double> loadAverages, Map<String, WakeUp> wakeUps) {
    /** Unknown conditions. */
    public static final RunConditions UNKNOWN = new RunConditions("", List.of());

    public RunConditions {
        loadAverages = List.copyOf(loadAverages);
        wakeUps = Map.copyOf(wakeUps);
    }

    /** Conditions of a run in which no CPU was woken. */
    public RunConditions(String jvmVersion, List<Double> loadAverages) {
        this(jvmVersion, loadAverages, Map.of());
    }

    /** The conditions of a run in this environment. */
    public static RunConditions of(Environment environment) {
        List<String> versions = environment.peerVersions();
        return new RunConditions(
                versions.size() == 1 ? versions.get(0) : "",
                environment.machine().loadAverages(),
                environment.wakeUps());
    }

    /** The text after the title of a table with this cell; empty if nothing is known. */
    String suffix(Locale locale, Cell cell) {
        String jvm = jvmVersion.isEmpty() ? "" : ", JDK " + jvmVersion;
        String load = loadAverages.isEmpty()
                ? ""
                : String.format(locale, ", load average %.2f at the start", loadAverages.get(0));
        return jvm + load + wakeUp(locale, cell);
    }

    /** Said where peers sleep on two CPUs, because most of what such a table shows is this. */
    private String wakeUp(Locale locale, Cell cell) {
        return cell.transport().traits().waitStrategy() == WaitStrategy.BLOCKING
                ? Optional.ofNullable(wakeUps.get(cell.placementName()))
                        .filter(WakeUp::isKnown)
                        .map(each -> ", a sleeping CPU wakes up in %s here".formatted(each.text(locale)))
                        .orElse("")
                : "";
    }
}
