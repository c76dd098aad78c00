package org.ipcbench.results;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity.MergedRuns;
import org.ipcbench.text.MissingValue;
import org.jspecify.annotations.Nullable;

/**
 * A run as its files store it.
 *
 * @param record its record
 * @param environment the environment of its figures
 * @param result what the fresh run reported
 */
public record RecordedRun(RunRecord record, Environment environment, RunResult result) {
    /** Name of the environment's file. */
    public static final String ENVIRONMENT = "environment.json";

    /**
     * Reads a run whose record is intact.
     *
     * @throws UnreadableRunException if there is none, or none that this version reads
     */
    public static RecordedRun read(Path run) throws IOException {
        return read(run, false);
    }

    /**
     * Reads a run.
     *
     * @param run the run's directory, its {@value ResultsLog#FILE_NAME}, or a shared run
     * @param salvage whether to skip damaged lines; otherwise they make the record unreadable
     * @throws UnreadableRunException if there is none, or none that this version reads
     */
    public static RecordedRun read(Path run, boolean salvage) throws IOException {
        return read(RunRecord.read(run, salvage));
    }

    /** Reads a run whose files are not on disk. */
    public static RecordedRun read(RunSource source) throws IOException {
        return read(RunRecord.read(source, false));
    }

    /** Adds up a record, and reads the environment beside it. */
    public static RecordedRun read(RunRecord record) throws IOException {
        Plan plan = record.header().plan();
        RunTally tally = new RunTally(plan, record.header().accepted());
        record.forEachIteration(plan, tally::add);
        tally.expectRounds(record.rounds());
        MergedRuns merged = record.header().merged();
        if (merged != null) {
            for (int cell = 0; cell < merged.iterations().size(); cell++) {
                tally.expectIterations(
                        plan.cells().get(cell), merged.iterations().get(cell));
            }
        }
        return new RecordedRun(record, environmentOf(record.source()), tally.result(record.isInterrupted()));
    }

    /** The run's directory; empty if its files are only read. */
    public Optional<Path> directory() {
        return record.source().directory();
    }

    public RunHeader header() {
        return record.header();
    }

    /** Remarks on the record for its reader, one line each. */
    public List<String> remarks() {
        return record.remarks();
    }

    /** The environment of the figures of the run in this directory. */
    public static Environment environmentOf(Path directory) throws IOException {
        return environmentOf(new RunSource.Directory(directory));
    }

    /** The environment of the figures of a run. */
    public static Environment environmentOf(RunSource run) throws IOException {
        String file = run.place(ENVIRONMENT);
        try {
            @Nullable Environment environment = new Gson().fromJson(run.text(ENVIRONMENT), Environment.class);
            String missing = environment == null ? "" : MissingValue.in(environment);
            if (!missing.isEmpty()) {
                throw new UnreadableRunException(
                        "%s is damaged: %s is missing; without it a run cannot be read".formatted(file, missing));
            }
            if (environment != null) {
                return environment;
            }
        } catch (NoSuchFileException e) {
            throw new UnreadableRunException(file + " is missing; without it a run cannot be read", e);
        } catch (RuntimeException e) { // invalid JSON, or an invalid value
            throw new UnreadableRunException(file + " is damaged; without it a run cannot be read", e);
        }
        throw new UnreadableRunException(file + " is empty; without it a run cannot be read");
    }
}
