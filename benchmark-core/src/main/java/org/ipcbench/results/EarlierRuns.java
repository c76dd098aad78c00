package org.ipcbench.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.environment.MachineIdentity;
import org.ipcbench.plan.IterationTimes;
import org.ipcbench.plan.TimedIteration;
import org.ipcbench.scratch.CacheDirectory;

/**
 * How long the iterations of this user's newest runs took, wherever their files are. Estimates learn from it; without it they
 * are only less exact, so whatever cannot be read or written is left out.
 *
 * @param cache keeps the times
 */
public record EarlierRuns(CacheDirectory cache) {
    static final int MAX_RUNS = 10;

    private static final String DIRECTORY = "times";

    /** Longer records are not kept: the estimate comes before the run, and has to be there at once. */
    private static final long MAX_BYTES = 8L << 20;

    /** The times of iterations on this machine. */
    public IterationTimes times() {
        String host = MachineIdentity.current().host();
        return IterationTimes.learnedFrom(newestFirst().stream()
                .flatMap(times -> read(times, host).stream())
                .toList());
    }

    private static List<TimedIteration> read(Path times, String host) {
        try {
            return RecordedTimes.read(times, host);
        } catch (IOException e) { // it was removed meanwhile, or may not be read
            return List.of();
        }
    }

    /**
     * Keeps the times of a run, and forgets those of the oldest one if there are too many.
     *
     * @param run the directory of the run; the names of runs begin with their time
     */
    public void keep(Path run) {
        Path record = run.resolve(ResultsLog.FILE_NAME);
        try {
            List<String> lines = Files.size(record) <= MAX_BYTES ? RecordedTimes.lines(record) : List.of();
            if (lines.size() > 1) { // a run without iterations tells nothing
                cache.open();
                Files.createDirectories(directory());
                Files.write(directory().resolve(run.getFileName()), lines);
                for (Path old : newestFirst().stream().skip(MAX_RUNS).toList()) {
                    Files.deleteIfExists(old);
                }
            }
        } catch (IOException e) {
            // later estimates are less exact
        }
    }

    private Path directory() {
        return cache.path().resolve(DIRECTORY);
    }

    private List<Path> newestFirst() {
        try (Stream<Path> runs = Files.list(directory())) {
            return runs.sorted(Comparator.<Path>naturalOrder().reversed()).toList();
        } catch (IOException | UncheckedIOException e) { // there are no runs yet, or they may not be read
            return List.of();
        }
    }
}
