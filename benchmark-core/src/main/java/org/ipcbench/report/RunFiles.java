package org.ipcbench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunListener;
import org.ipcbench.plan.RunResult;

/**
 * Keeps the files of a run up to date after every iteration, and copies the table beside the runs at its end. What cannot
 * be written costs neither the other files nor the run, whose figures are still to be printed.
 */
public final class RunFiles implements RunListener {
    private final RunDirectory directory;
    private final Path table;
    private final Plan plan;
    private final ResultsLog log;
    private final CsvReport csv = new CsvReport();
    private final List<IterationResult> results = new ArrayList<>();
    /** What is known so far of each cell; only that of the last iteration is summed up anew. */
    private final List<CellResult> cells;

    private final Map<Path, String> failures = new LinkedHashMap<>();

    /** Into this directory; the log is its owner's to close. */
    public RunFiles(RunDirectory directory, Plan plan, ResultsLog log) {
        this.directory = directory;
        this.plan = plan;
        this.log = log;
        cells = new ArrayList<>(RunResult.of(plan, List.of(), false).cells());
        table = directory.path().resolve(CsvReport.FILE_NAME);
    }

    @Override
    public void iterationEnded(IterationResult result) {
        results.add(result);
        Cell cell = result.turn().cell();
        cells.replaceAll(known -> known.cell().equals(cell) ? new CellResult(cell, plan.iterations(), results) : known);
        write(directory.path().resolve(ResultsLog.FILE_NAME), () -> log.iterationEnded(result));
        write(table, () -> csv.write(new RunResult(cells, false), table));
    }

    /** The table waits for the repetition. */
    @Override
    public void iterationRepeated(IterationResult paused) {
        write(directory.path().resolve(ResultsLog.FILE_NAME), () -> log.iterationEnded(paused));
    }

    /**
     * Writes the final table, into the run's directory and beside the runs.
     *
     * @return for each file that could not be written, or not all of it, why; empty where all is well
     */
    public List<String> finish(RunResult result) {
        write(table, () -> csv.write(result, table));
        write(directory.newestTable(), () -> csv.write(result, directory.newestTable()));
        return List.copyOf(failures.values());
    }

    private interface Writing {
        void write() throws IOException;
    }

    /** A table that can be written again is whole again; a log that failed once keeps failing. */
    private void write(Path file, Writing writing) {
        try {
            writing.write();
            failures.remove(file);
        } catch (IOException e) {
            failures.put(file, String.valueOf(e.getMessage()));
        }
    }
}
