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
 * A run as its directory keeps it.
 *
 * @param directory the run's directory
 * @param record its record
 * @param environment what its figures belong to
 * @param result what the fresh run reported
 */
public record RecordedRun(Path directory, RunRecord record, Environment environment, RunResult result) {
    /** Name of the file that the environment is in. */
    public static final String ENVIRONMENT = "environment.json";

    /** A hundred times what a machine with a thousand CPUs takes. */
    private static final long MAX_ENVIRONMENT_BYTES = 64L << 20;

    /**
     * Reads a run whose record is intact.
     *
     * @throws UnreadableRunException where there is none, or none that this version reads
     */
    public static RecordedRun read(Path run) throws IOException {
        return read(run, false);
    }

    /**
     * Reads a run.
     *
     * @param run the run's directory, or its {@value ResultsLog#FILE_NAME}
     * @param salvage whether damaged lines are left out, which otherwise make the record unreadable
     * @throws UnreadableRunException where there is none, or none that this version reads
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

    /** What a reader ought to know of the record, a line each. */
    public List<String> remarks() {
        return record.remarks();
    }

    /** What the figures of the run in this directory belong to. */
    public static Environment environmentOf(Path directory) throws IOException {
        return environment(directory.resolve(ENVIRONMENT));
    }

    /** The directory may be a stranger's: opening a FIFO waits without end, and a device has no end. */
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
        } catch (RuntimeException e) { // of JSON, or of a value that is none of its kind
            throw new UnreadableRunException(file + " is damaged; without it a run cannot be read", e);
        }
        throw new UnreadableRunException(file + " is empty; without it a run cannot be read");
    }
}
