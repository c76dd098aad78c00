package org.ipcbench.cli.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.ipcbench.cli.fault.Fault.Signal;
import org.ipcbench.cli.fault.Fault.Victim;

/** What came of the faults that were injected, as a page of Markdown. */
final class FaultFigures {
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> skipped = new TreeSet<>();
    private final List<String> deviations = new ArrayList<>();
    private int trials;
    private int leftOvers;

    /** What a fault led to. */
    enum Outcome {
        REPORTED("failed iteration"),
        MEASURED("measured"),
        ENDED("ended the run"),
        UNREPORTED("no launcher to report");

        private final String title;

        Outcome(String title) {
            this.title = title;
        }
    }

    private record Entry(Fault fault, Outcome outcome, OptionalLong millis) {}

    /** Counts a run; its faults follow as they are looked at. */
    synchronized void trial() {
        trials++;
    }

    /**
     * Adds a fault.
     *
     * @param millis from the fault to what was to come of it; nothing where nothing was to come
     */
    synchronized void add(Fault fault, Outcome outcome, OptionalLong millis) {
        entries.add(new Entry(fault, outcome, millis));
    }

    /** Something of a run's processes, files or objects of the kernel stayed. */
    synchronized void leftOver() {
        leftOvers++;
    }

    /** A transport that this machine does not offer. */
    synchronized void skipped(String transport) {
        skipped.add(transport);
    }

    /** A trial that went otherwise than expected. */
    synchronized void deviation(FaultTrial trial, String what) {
        deviations.add("`%s`: %s".formatted(trial, what.lines().findFirst().orElse("")));
    }

    synchronized void write(Path file, String title) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text(title));
    }

    private String text(String title) {
        StringBuilder text = new StringBuilder("# %s%n%n".formatted(title));
        text.append(
                "%d runs, %d faults injected, %d runs not as expected, %d with left-overs; longest time to a report %s.%n%n"
                        .formatted(trials, entries.size(), deviations.size(), leftOvers, longest(entries)));
        text.append("| victim | signal | faults |");
        for (Outcome outcome : Outcome.values()) {
            text.append(" %s |".formatted(outcome.title));
        }
        text.append(" longest time |%n| --- | --- |%s%n".formatted(" ---: |".repeat(Outcome.values().length + 2)));
        for (Victim victim : Victim.values()) {
            for (Signal signal : Signal.values()) {
                appendRow(text, victim, signal);
            }
        }
        text.append("%nNot on this machine: %s.%n".formatted(skipped.isEmpty() ? "none" : String.join(", ", skipped)));
        deviations.forEach(deviation -> text.append("%n- %s".formatted(deviation)));
        return text.append("\n").toString();
    }

    private void appendRow(StringBuilder text, Victim victim, Signal signal) {
        List<Entry> row = entries.stream()
                .filter(entry ->
                        entry.fault().victim() == victim && entry.fault().signal() == signal)
                .toList();
        if (row.isEmpty()) {
            return;
        }
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        row.forEach(entry -> counts.merge(entry.outcome(), 1, Integer::sum));
        text.append("| %s | %s | %d |".formatted(victim.name().toLowerCase(Locale.ROOT), signal.name(), row.size()));
        for (Outcome outcome : Outcome.values()) {
            text.append(" %d |".formatted(counts.getOrDefault(outcome, 0)));
        }
        text.append(" %s |%n".formatted(longest(row)));
    }

    private static String longest(List<Entry> entries) {
        OptionalLong millis =
                entries.stream().flatMapToLong(entry -> entry.millis().stream()).max();
        return millis.isPresent() ? String.format(Locale.ROOT, "%.1f s", millis.getAsLong() / 1e3) : "";
    }
}
