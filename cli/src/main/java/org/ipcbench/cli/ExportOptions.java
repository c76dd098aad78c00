package org.ipcbench.cli;

import java.util.Set;
import picocli.CommandLine.Option;

/** In which formats of other programs a run is exported. */
final class ExportOptions {
    @Option(
            names = "--export",
            paramLabel = "FORMATS",
            completionCandidates = ExportFormats.Candidates.class,
            description =
                    "Comma-separated formats in which the run's directory has the results too: ${COMPLETION-CANDIDATES}"
                            + " (default: none).")
    ExportFormats formats = new ExportFormats(Set.of());
}
