package org.ipcbench.report.file;

import com.opencsv.CSVWriterBuilder;
import com.opencsv.ICSVWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A table of the suite's CSV files: RFC 4180.
 *
 * @param header the names of the columns
 * @param rows the rows, each with one text per column
 */
public record CsvTable(List<String> header, List<List<String>> rows) {
    private static final String LINE_END = "\r\n";

    /** Texts that a spreadsheet would interpret as formulas. */
    private static final Pattern FORMULA = Pattern.compile("[=+\\-@\t\r].*", Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");

    public CsvTable {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    public String text() throws IOException {
        StringWriter text = new StringWriter();
        try (ICSVWriter writer =
                new CSVWriterBuilder(text).withLineEnd(LINE_END).build()) {
            writer.writeNext(cells(header), false);
            rows.forEach(row -> writer.writeNext(cells(row), false));
        }
        return text.toString();
    }

    private static String[] cells(List<String> row) {
        return row.stream().map(CsvTable::harmless).toArray(String[]::new);
    }

    private static String harmless(String text) {
        boolean formula =
                FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
        return formula ? "'" + text : text;
    }
}
