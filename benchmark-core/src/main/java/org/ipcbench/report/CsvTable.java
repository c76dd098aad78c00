package org.ipcbench.report;

import com.opencsv.CSVWriterBuilder;
import com.opencsv.ICSVWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/**
 * A table as the suite's CSV files have it: RFC 4180.
 *
 * @param header the names of the columns
 * @param rows as many texts each
 */
record CsvTable(List<String> header, List<List<String>> rows) {
    private static final String LINE_END = "\r\n";

    CsvTable {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    String text() throws IOException {
        StringWriter text = new StringWriter();
        try (ICSVWriter writer =
                new CSVWriterBuilder(text).withLineEnd(LINE_END).build()) {
            writer.writeNext(header.toArray(String[]::new), false);
            rows.forEach(row -> writer.writeNext(row.toArray(String[]::new), false));
        }
        return text.toString();
    }
}
