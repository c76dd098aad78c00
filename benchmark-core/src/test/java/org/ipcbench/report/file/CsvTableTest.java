package org.ipcbench.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.ipcbench.report.file.CsvReport.CsvTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTableTest {
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "=1+1", "+A1", "@SUM(A1)", "\tx", "-", "-1+2", "=HYPERLINK(x)"})
    void noTextIsAFormulaToASpreadsheet(String text) throws IOException {
        assertThat(cell(text)).startsWith("'" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.25", "+3", "-1.5E-7", "12", "pipe", "cpu:0,1", "", "a=b"})
    void numbersAndOtherTextsStayAsTheyAre(String text) throws IOException {
        assertThat(cell(text).replace("\"", "")).isEqualTo(text + "\r\n");
    }

    private static String cell(String text) throws IOException {
        return new CsvTable(List.of("Variant"), List.of(List.of(text))).text().substring("Variant\r\n".length());
    }
}
