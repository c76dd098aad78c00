package org.ipcbench.report.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.ipcbench.report.export.ExportFormat.Export;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.TableStyle;

/** The command, the answer, the tables and the reasons for doubt in GitHub's Markdown. */
public final class MarkdownExport implements Export {
    static final String FILE_NAME = "table.md";

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        AtomicFile.replace(directory.resolve(FILE_NAME), text(run));
    }

    /** The answer, the command, the machine, the tables, and the doubts. */
    public static String text(ExportedRun run) {
        ClosingTable table = new ClosingTable(run.locale(), run.conditions(), TableStyle.MARKDOWN);
        String text =
                run.answer().all().stream().map(TableStyle.MARKDOWN::paragraph).collect(Collectors.joining())
                        + TableStyle.MARKDOWN.paragraph(run.answer().request().command())
                        + TableStyle.MARKDOWN.paragraph(run.machine())
                        + table.of(run.result())
                        + table.doubtsBelow(run.result())
                        + new ModelText(run.locale(), TableStyle.MARKDOWN).of(run.result());
        return text.strip().replaceAll("\\R{3,}", "\n\n") + "\n";
    }
}
