package org.ipcbench.cli.options;

import java.util.Set;
import org.ipcbench.cli.value.ExportFormats;
import picocli.CommandLine.Option;

/** Formats of other programs in which a run is exported. */
public final class ExportOptions {
    @Option(
            names = "--export",
            paramLabel = "FORMATS",
            completionCandidates = ExportFormats.Candidates.class,
            description =
                    "Comma-separated further formats for the directory of the run: ${COMPLETION-CANDIDATES} (default: none).")
    public ExportFormats formats = new ExportFormats(Set.of());
}
