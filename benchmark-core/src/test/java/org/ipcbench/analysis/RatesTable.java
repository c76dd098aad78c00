package org.ipcbench.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table behind docs/validation.md, which simulations fill row by row and leave in {@code target}. */
public final class RatesTable {
    private final Path file;
    private final List<String> rows = new ArrayList<>();

    /** An empty table that goes to a file of this name. */
    public RatesTable(String fileName) {
        file = Path.of("target", fileName);
    }

    /**
     * Adds a row.
     *
     * @param event what happens
     * @param occasion where it happens
     * @param percent how often it happens
     */
    public void add(String event, String occasion, double percent) {
        rows.add(String.format(Locale.ROOT, "| %s | %s | %.1f %% |", event, occasion, percent));
    }

    /** Writes the rows, after all simulations of a class. */
    public void write() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, rows);
    }
}
