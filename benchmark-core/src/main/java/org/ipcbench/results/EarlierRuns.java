package org.ipcbench.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.environment.MachineIdentity;
import org.ipcbench.plan.IterationTimes;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.TimedIteration;

/**
 * The runs of this machine in a directory of runs, which tell how long iterations take here. None of them is needed: one that
 * cannot be read is left out.
 *
 * @param output the directory of runs
 */
public record EarlierRuns(Path output) {
    /** Older runs are not read; the names of runs begin with their time. */
    private static final int MAX_RUNS = 5;

    /** Larger records are not read: the estimate comes before the run, and has to be there at once. */
    private static final long MAX_BYTES = 8L << 20;

    /** The times of iterations, from the newest runs, until all cells of the plan are known. */
    public IterationTimes times(Plan plan) {
        String host = MachineIdentity.current().host();
        List<TimedIteration> iterations = new ArrayList<>();
        IterationTimes times = IterationTimes.USUAL;
        for (Path record : newestFirst()) {
            if (!times.know(plan)) {
                iterations.addAll(read(record, host));
                times = IterationTimes.learnedFrom(iterations);
            }
        }
        return times;
    }

    private List<Path> newestFirst() {
        try (Stream<Path> runs = Files.list(output)) {
            return runs.map(run -> run.resolve(ResultsLog.FILE_NAME))
                    .filter(Files::isRegularFile)
                    .sorted(Comparator.<Path>naturalOrder().reversed())
                    .limit(MAX_RUNS)
                    .toList();
        } catch (IOException | UncheckedIOException e) { // there are no runs yet, or they may not be read
            return List.of();
        }
    }

    private static List<TimedIteration> read(Path record, String host) {
        try {
            return Files.size(record) > MAX_BYTES ? List.of() : RecordedTimes.read(record, host);
        } catch (IOException e) { // it was removed meanwhile, or may not be read
            return List.of();
        }
    }
}
