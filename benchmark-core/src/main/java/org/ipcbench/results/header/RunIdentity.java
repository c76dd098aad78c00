package org.ipcbench.results.header;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which run a record belongs to.
 *
 * @param id of this run and of no other, on any machine
 * @param host tells machines apart without naming them, see {@code environment/MachineIdentity}
 * @param boot tells boots of a machine apart
 * @param suite the version of the suite
 * @param commit what the suite was built from; empty where its build did not know
 * @param startedAt when the run started, ISO 8601 in UTC
 * @param arguments of the command line, in which secrets read {@code ***} and the user's home {@code ~}
 * @param labels what the user calls the run, by key
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
        Stream.of(id, host, boot, suite, commit, startedAt).forEach(Objects::requireNonNull); // of a record, anything
        arguments = List.copyOf(arguments);
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        accepted = List.copyOf(accepted);
    }
}
