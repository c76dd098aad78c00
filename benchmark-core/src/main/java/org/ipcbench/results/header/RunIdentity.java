package org.ipcbench.results.header;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;

/**
 * Identifies the run of a record.
 *
 * @param id unique for this run, across all machines
 * @param host distinguishes machines without naming them, see {@code environment/MachineIdentity}
 * @param boot distinguishes boots of a machine
 * @param suite the version of the suite
 * @param commit commit that the suite was built from; empty if its build did not know it
 * @param startedAt when the run started, ISO 8601 in UTC
 * @param arguments of the command line, with {@code ***} for secrets and {@code ~} for the user's home
 * @param labels the user's labels of the run, by key
 * @param accepted labels of the kinds of doubt that the user accepts
 */
public record RunIdentity(
        String id,
        String host,
        String boot,
        String suite,
        String commit,
        String startedAt,
        List<String> arguments,
        Map<String, String> labels,
        List<String> accepted) {
    public RunIdentity {
        Stream.of(id, host, boot, suite, commit, startedAt).forEach(Objects::requireNonNull); // may be null if read
        arguments = List.copyOf(arguments);
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        accepted = accepted.stream().map(RunIdentity::current).distinct().toList();
    }

    /** The label that a kind of doubt has today; records of earlier versions know some kinds by others. */
    private static String current(String label) {
        return Reason.Kind.formerlyLabelled(label).map(Reason.Kind::label).orElse(label);
    }

    /**
     * The runs that a record was merged from.
     *
     * @param runs the runs, in the order of their rounds
     * @param iterations the number of iterations that each cell was to have, in the order of the cells
     */
    public record MergedRuns(List<MergedRun> runs, List<Integer> iterations) {
        /**
         * One of the runs.
         *
         * @param run its identity
         * @param host the name of its machine among those of the record
         * @param firstRound number of its first round in the record
         * @param rounds number of its rounds
         */
        public record MergedRun(RunIdentity run, String host, int firstRound, int rounds) {}

        public MergedRuns {
            runs = List.copyOf(runs);
            iterations = List.copyOf(iterations);
        }
    }
}
