package org.ipcbench.results;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.results.header.MergedRuns;
import org.ipcbench.results.header.RunHeader;
import org.jspecify.annotations.Nullable;

/**
 * A run as its directory stores it.
 *
 * @param directory the run's directory
 * @param record its record
 * @param environment the environment of its figures
 * @param result what the fresh run reported
 */
public record RecordedRun(Path directory, RunRecord record, Environment environment, RunResult result) {
    /** Name of the environment's file. */
    public static final String ENVIRONMENT = "environment.json";

    /** A hundred times the size for a machine with a thousand CPUs. */
    private static final long MAX_ENVIRONMENT_BYTES = 64L << 20;

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
     * @param run the run's directory, or its {@value ResultsLog#FILE_NAME}
     * @param salvage whether to skip damaged lines; otherwise they make the record unreadable
     * @throws UnreadableRunException if there is none, or none that this version reads
     */
    public static RecordedRun read(Path run, boolean salvage) throws IOException {
        RunRecord record = RunRecord.read(run, salvage);
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
        Path directory = Files.isDirectory(run) ? run : run.resolveSibling("");
        return new RecordedRun(directory, record, environmentOf(directory), tally.result(record.isInterrupted()));
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
        return environment(directory.resolve(ENVIRONMENT));
    }

    /** The directory may come from a stranger: opening a FIFO blocks forever, and a device has no end. */
    private static void requireFile(Path file) throws IOException {
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.size(file) <= MAX_ENVIRONMENT_BYTES)) {
            throw new UnreadableRunException(
                    "%s is not a file of at most %d MiB".formatted(file, MAX_ENVIRONMENT_BYTES >> 20));
        }
    }

    private static Environment environment(Path file) throws IOException {
        requireFile(file);
        try {
            @Nullable Environment environment = new Gson().fromJson(Files.readString(file), Environment.class);
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
