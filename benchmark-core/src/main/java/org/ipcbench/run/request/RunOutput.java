package org.ipcbench.run.request;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ipcbench.report.export.ExportFormat;

/**
 * What a run leaves.
 *
 * @param directory the directory of runs, in which it makes its own
 * @param labels to store with the run
 * @param exports formats of other programs in which its directory has the results, too
 * @param locale the language of exported text
 * @param arguments the command line that asks the same again, without the program; empty if there is none
 */
public record RunOutput(
        Path directory, Map<String, String> labels, Set<ExportFormat> exports, Locale locale, List<String> arguments) {
    public RunOutput {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        exports = Collections.unmodifiableSet(new LinkedHashSet<>(exports));
        arguments = List.copyOf(arguments);
    }

    /** A run's directory in this one, in English and without exports. */
    public static RunOutput in(Path directory) {
        return new RunOutput(directory, Map.of(), Set.of(), Locale.ENGLISH, List.of());
    }

    /** The same of a run that this command line asks for. */
    RunOutput calledBy(List<String> others) {
        return new RunOutput(directory, labels, exports, locale, others);
    }
}
