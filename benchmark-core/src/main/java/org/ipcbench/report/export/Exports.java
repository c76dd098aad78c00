package org.ipcbench.report.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.ipcbench.plan.rounds.Exhaustion;

/** Writes a run in the formats that the user asks for. */
public final class Exports {
    private final Path directory;

    /** @param directory the existing directory for the files */
    public Exports(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes the files of these formats; if one cannot be written, the others still are.
     *
     * @return the reason for each format that could not be written completely; empty if all were
     */
    public List<String> write(ExportedRun run, Collection<ExportFormat> formats) {
        List<String> failures = new ArrayList<>();
        for (ExportFormat format : formats) {
            try {
                format.export().write(run, directory);
            } catch (IOException e) {
                failures.add("no export as %s: %s".formatted(format.label(), e.getMessage()));
            } catch (OutOfMemoryError e) {
                failures.add("no export as %s: %s".formatted(format.label(), Exhaustion.describe(e)));
            } catch (RuntimeException e) { // a defect of this format, which must not cost what comes after it
                failures.add("no export as %s: %s; please report this".formatted(format.label(), e));
            }
        }
        return failures;
    }
}
