package org.ipcbench.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.scratch.FoundDirectory;

/**
 * Leftovers of killed runs.
 *
 * @param temporary the directory for temporary files
 */
record LeftOvers(Path temporary) implements Probe {

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
        return OtherRuns.names(OtherRuns.in(temporary, use));
    }
}
