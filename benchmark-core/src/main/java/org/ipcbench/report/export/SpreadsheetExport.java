package org.ipcbench.report.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.file.AtomicFile;

/** The table of {@code output.csv} as a workbook: numbers are numbers whatever the decimal sign of the reader, texts are no formulas. */
final class SpreadsheetExport implements Export {
    static final String FILE_NAME = "output.xlsx";

    /** The number of characters that a cell of a workbook may hold. */
    private static final int MAX_TEXT = 32_767;

    /** What the library demands: two digits, a dot, up to four digits. */
    private static final String FORMAT_VERSION = "01.0000";

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (Workbook workbook = new Workbook(content, "ipcbench", FORMAT_VERSION)) {
            write(run, workbook.newWorksheet("cells"));
        }
        AtomicFile.replace(directory.resolve(FILE_NAME), content.toByteArray());
    }

    private static void write(ExportedRun run, Worksheet sheet) {
        List<Figure> columns = Figures.of(run.result(), run.origin());
        List<CellResult> cells = run.result().cells();
        for (int column = 0; column < columns.size(); column++) {
            sheet.value(0, column, columns.get(column).column());
            for (int row = 0; row < cells.size(); row++) {
                write(sheet, row + 1, column, columns.get(column), cells.get(row));
            }
        }
        sheet.freezePane(0, 1);
    }

    private static void write(Worksheet sheet, int row, int column, Figure figure, CellResult cell) {
        Value value = figure.of(cell);
        if (value instanceof Value.Quantity number) {
            sheet.value(row, column, figure.rounded(number.number()));
        } else if (!value.isNone()) {
            String text = figure.text(value);
            sheet.value(row, column, text.substring(0, Math.min(MAX_TEXT, text.length())));
        }
    }
}
