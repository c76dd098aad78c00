package org.ipcbench.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.scratch.FoundDirectory;

/** Other runs of this suite, under way or killed. */
final class RunProbes {
    private RunProbes() {}

    /**
     * Whether another run of this suite is under way on this machine.
     *
     * @param temporaries the directories for temporary files in which runs may have theirs
     */
    record OtherRuns(List<Path> temporaries) implements Probe {
        /** Maximum number of names in a message, because any user can create many. */
        private static final int MAX_NAMES = 5;

        @Override
        public List<Finding> findings() {
            List<FoundDirectory> inUse = in(temporaries, FoundDirectory.Use.IN_USE);
            if (inUse.isEmpty()) {
                return List.of();
            }
            List<String> processes = inUse.stream()
                    .flatMap(directory -> directory.owner().stream().boxed())
                    .distinct()
                    .map(String::valueOf)
                    .toList();
            return List.of(new Finding(
                    "other run under way",
                    Severity.SERIOUS,
                    "%s is in use%s"
                            .formatted(
                                    names(inUse),
                                    processes.isEmpty() ? "" : " by process " + String.join(", ", processes)),
                    "both runs share CPUs and caches: the figures of both are too low",
                    processes.isEmpty()
                            ? "wait for its end; it runs in another container"
                            : "wait for its end, or end it: kill " + String.join(" ", processes)));
        }

        /** The paths of the first directories, and the number of further ones; empty if there are none. */
        static String names(List<FoundDirectory> directories) {
            String first = directories.stream()
                    .limit(MAX_NAMES)
                    .map(directory -> directory.path().toString())
                    .collect(Collectors.joining(", "));
            int further = directories.size() - MAX_NAMES;
            return further > 0 ? "%s and %d more".formatted(first, further) : first;
        }

        /** Other processes' directories in one state; a directory for temporary files that cannot be searched has none. */
        static List<FoundDirectory> in(List<Path> temporaries, FoundDirectory.Use use) {
            return temporaries.stream()
                    .flatMap(temporary -> allIn(temporary).stream())
                    .filter(directory -> directory.use() == use)
                    .toList();
        }

        private static List<FoundDirectory> allIn(Path temporary) {
            try {
                return FoundDirectory.allIn(temporary);
            } catch (IOException e) {
                return List.of(); // ScratchRoom reports that of the one that is used
            }
        }
    }

    /**
     * Leftovers of killed runs.
     *
     * @param temporaries the directories for temporary files in which runs may have theirs
     */
    record LeftOvers(List<Path> temporaries) implements Probe {

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            String mine = named(FoundDirectory.Use.LEFT_OVER);
            if (!mine.isEmpty()) {
                findings.add(new Finding(
                        "left-overs",
                        Severity.NOTE,
                        "killed runs have left " + mine,
                        "none, unless one of its processes still runs",
                        "doctor --clean removes them and what belongs to them, as the next run does"));
            }
            String unknown = named(FoundDirectory.Use.UNKNOWN);
            if (!unknown.isEmpty()) {
                findings.add(new Finding(
                        "directories of others",
                        Severity.NOTE,
                        "whether %s is in use cannot be seen from here".formatted(unknown),
                        "too low, if another user or container measures on this machine at the same time",
                        "ask the owner; ls -ld shows who that is"));
            }
            return findings;
        }

        private String named(FoundDirectory.Use use) {
            return OtherRuns.names(OtherRuns.in(temporaries, use));
        }
    }
}
