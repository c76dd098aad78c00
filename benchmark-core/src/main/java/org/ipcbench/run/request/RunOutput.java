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
 * The output of a run.
 *
 * @param directory the directory of runs, in which the run makes its own
 * @param labels labels to store with the run
 * @param exports formats of other programs, in which the results are also written
 * @param locale the language of exported text
 * @param arguments the command line that repeats the run, without the program; empty if there is none
 */
public record RunOutput(
        Path directory, Map<String, String> labels, Set<ExportFormat> exports, Locale locale, List<String> arguments) {
    public RunOutput {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        exports = Collections.unmodifiableSet(new LinkedHashSet<>(exports));
        arguments = List.copyOf(arguments);
    }

    /** Output to this directory of runs, in English and without exports. */
    public static RunOutput in(Path directory) {
        return new RunOutput(directory, Map.of(), Set.of(), Locale.ENGLISH, List.of());
    }

    /** Returns a copy with this command line. */
    RunOutput calledBy(List<String> others) {
        return new RunOutput(directory, labels, exports, locale, others);
    }
}
