package org.ipcbench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.report.csv.CsvReport;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.line.ForeignLinesException;

/**
 * Keeps the files of a run up to date while it goes on, and copies the table beside the runs at its end. What cannot
 * be written costs neither the other files nor the run, whose figures are still to be printed.
 */
public final class RunFiles implements RunListener {
    /**
     * A table is written as a whole. One of more cells is written after several iterations only, or a run of ten thousand
     * cells would write thirty gigabytes; the log has every one of them.
     */
    private static final int ROWS_PER_ITERATION = 100;

    private final RunDirectory directory;
    private final Path table;
    private final RunTally tally;
    private final ResultsLog log;
    private final CsvReport csv = new CsvReport();
    private final Consumer<String> warnings;
    private int sinceTable;

    private final Map<Path, String> failures = new LinkedHashMap<>();

    /**
     * Into this directory, what this tally knows when an iteration has ended; the log is its owner's to close.
     *
     * @param warnings told at once in one line of a file that cannot be written any more, or can be again
     */
    public RunFiles(RunDirectory directory, RunTally tally, ResultsLog log, Consumer<String> warnings) {
        this.warnings = warnings;
        this.directory = directory;
        this.tally = tally;
        this.log = log;
        table = directory.path().resolve(CsvReport.FILE_NAME);
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        log.iterationStarted(turn);
    }

    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        record(() -> log.iterationEnded(result));
        sinceTable++;
        if ((long) sinceTable * ROWS_PER_ITERATION >= tally.cells()) {
            sinceTable = 0;
            write(table, () -> csv.write(tally.result(false), table), warnings);
        }
    }

    /** The table waits for the repetition. */
    @Override
    public void iterationRepeated(IterationResult paused) throws IOException {
        record(() -> log.iterationRepeated(paused));
    }

    @Override
    public void roundSuperseded(int round, Plan.Part part) throws IOException {
        record(() -> log.roundSuperseded(round, part));
    }

    /** A full disk may have room again; a record that another process writes to is no longer ours, and the run ends. */
    private void record(Writing writing) throws IOException {
        Path record = directory.path().resolve(ResultsLog.FILE_NAME);
        try {
            writing.write();
            complete(record, warnings);
        } catch (ForeignLinesException e) {
            throw e;
        } catch (IOException e) {
            incomplete(record, e, warnings);
        }
    }

    /**
     * Ends the record and writes the final table, into the run's directory and beside the runs.
     *
     * @return for each file that could not be written, or not all of it, why; empty if all is well
     */
    public List<String> finish(RunResult result) {
        Consumer<String> untold = warning -> {}; // what fails now is told by the caller
        write(
                directory.path().resolve(ResultsLog.FILE_NAME),
                () -> log.end(result.cells().get(0).plannedIterations(), result.interrupted()),
                untold);
        write(table, () -> csv.write(result, table), untold);
        write(directory.newestTable(), () -> writeNewest(result), untold);
        return List.copyOf(failures.values());
    }

    /** By way of the run's own directory, while it is there: beside the runs a killed process is to leave nothing. */
    private void writeNewest(RunResult result) throws IOException {
        Path newest = directory.newestTable();
        csv.write(result, newest, Files.isDirectory(directory.path()) ? table : newest);
    }

    private interface Writing {
        void write() throws IOException;
    }

    private void write(Path file, Writing writing, Consumer<String> told) {
        try {
            writing.write();
            complete(file, told);
        } catch (IOException e) {
            incomplete(file, e, told);
        }
    }

    private void complete(Path file, Consumer<String> told) {
        if (failures.remove(file) != null) {
            told.accept("%s is complete again".formatted(file));
        }
    }

    private void incomplete(Path file, IOException problem, Consumer<String> told) {
        String failure = String.valueOf(problem.getMessage());
        if (failures.put(file, failure) == null) {
            told.accept("%s; tried again after the next iteration".formatted(failure));
        }
    }
}
