package org.ipcbench.report.export;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.TableStyle;

/** The tables and the reasons for doubt in GitHub's Markdown. */
public final class MarkdownExport implements Export {
    static final String FILE_NAME = "table.md";

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        AtomicFile.replace(directory.resolve(FILE_NAME), text(run));
    }

    /** The machine, the tables, and the doubts. */
    public static String text(ExportedRun run) {
        ClosingTable table = new ClosingTable(run.locale(), run.conditions(), TableStyle.MARKDOWN);
        String text = TableStyle.MARKDOWN.line(run.machine()).substring("- ".length())
                + table.of(run.result())
                + table.doubtsBelow(run.result())
                + new ModelText(run.locale(), TableStyle.MARKDOWN).of(run.result());
        return text.strip().replaceAll("\\R{3,}", "\n\n") + "\n";
    }
}
