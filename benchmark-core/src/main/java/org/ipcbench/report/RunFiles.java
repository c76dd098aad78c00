package org.ipcbench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ipcbench.environment.Environment;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.line.SyncedLines.ForeignLinesException;

/**
 * Keeps the files of a run up to date during the run, and copies the table beside the runs at its end. If a file cannot be
 * written, the other files still are, and the run continues and prints its figures.
 */
public final class RunFiles implements RunListener {
    /**
     * A table is written as a whole. The next one waits this many times as long as the last one took; otherwise a run of many cells
     * would spend most of its time on tables. The log has every iteration.
     */
    private static final int REST_FACTOR = 20;

    private final RunDirectory directory;
    private final Path table;
    private final RunTally tally;
    private final ResultsLog log;
    private final CsvReport csv;
    private final Consumer<String> warnings;
    private final NanoClock clock;
    private long nextTableNanos;

    private final Map<Path, String> failures = new LinkedHashMap<>();

    /**
     * Writes the tally's figures into this directory after each iteration, or less often if that takes long. The log's owner has to
     * close it.
     *
     * @param csv writes the table
     * @param warnings immediately gets one line if a file cannot be written any more, or can be written again
     */
    public RunFiles(
            RunDirectory directory,
            CsvReport csv,
            RunTally tally,
            ResultsLog log,
            NanoClock clock,
            Consumer<String> warnings) {
        this.warnings = warnings;
        this.clock = clock;
        nextTableNanos = clock.nanos();
        this.directory = directory;
        this.csv = csv;
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
        long begin = clock.nanos();
        if (begin >= nextTableNanos) {
            write(table, () -> csv.write(tally.result(false), table), warnings);
            if (!failures.containsKey(table)) {
                long end = clock.nanos();
                nextTableNanos = end + REST_FACTOR * (end - begin);
            }
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

    /**
     * Writes to the record. A failure is not final, because a full disk may have space again. If another process has
     * written to the record, the run ends.
     */
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
     * Ends the record and writes the final table into the run's directory and beside the runs.
     *
     * @return the reason for each file that could not be written completely; empty if all were
     */
    public List<String> finish(RunResult result) {
        Consumer<String> untold = warning -> {}; // the caller reports these failures
        write(
                directory.path().resolve(ResultsLog.FILE_NAME),
                () -> log.end(tally.rounds(), result.interrupted()),
                untold);
        write(table, () -> csv.write(result, table), untold);
        write(directory.newestTable(), () -> writeNewest(result), untold);
        return List.copyOf(failures.values());
    }

    /**
     * The temporary file is in the run's directory if that exists, so that a killed process leaves nothing beside the runs.
     */
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

    /** {@code environment.json}: the machine, kernel and JVM that the figures of a run belong to. */
    public static final class EnvironmentFile {
        public static final String FILE_NAME = RecordedRun.ENVIRONMENT;

        public void write(Environment environment, Path file) throws IOException {
            String json = new GsonBuilder()
                    .setPrettyPrinting()
                    .disableHtmlEscaping()
                    .create()
                    .toJson(environment);
            AtomicFile.replace(file, json + "\n");
        }
    }
}
