package org.ipcbench.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.doctor.Doctor.Probe;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MachineMeter;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.scratch.FoundDirectory;

/** What else goes on: other runs of this suite, under way or killed, and other activity. */
final class ActivityProbes {
    private ActivityProbes() {}

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

    /**
     * Other activity on the machine, watched for a while.
     *
     * @param meter reads the kernel's counters
     * @param clock measures the watched time
     * @param ownNanos CPU time of this process, in nanoseconds
     * @param watch waits while the machine is watched
     * @param look what a look at the stalls says, which no transport can avoid
     */
    record MachineActivity(MachineMeter meter, NanoClock clock, LongSupplier ownNanos, Runnable watch, StallLook look)
            implements Probe {
        /** Load above this limit makes the figures of a run suspect. */
        private static final double MAX_LOAD_BY_OTHERS = 0.1;

        private static final double MAX_STEAL = 0.05;

        /** Percentiles that stalls may spoil, the worst case first. */
        private static final double[] PERCENTILES = {90, 99, 99.9};

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>(load());
            stalls().ifPresent(findings::add);
            return findings;
        }

        private Optional<Finding> stalls() {
            if (!look.stalls().isKnown()) {
                return Optional.of(
                        new Finding(
                                "stalls unknown",
                                Severity.NOTE,
                                StallLook.unknown(Percentiles.P99),
                                "a tail may be the machine's, which no run here can tell",
                                "compare tails with those of other runs and hours; /proc/self/schedstat tells, if it is visible"));
            }
            return DoubleStream.of(PERCENTILES)
                    .filter(percentile -> look.spoils(percentile, StallLook.USUAL_NANOS))
                    .boxed()
                    .findFirst()
                    .map(percentile -> new Finding(
                            "stalls",
                            percentile == PERCENTILES[0] ? Severity.SERIOUS : Severity.MODERATE,
                            look.statement(),
                            look.limit(percentile),
                            StallLook.REMEDY));
        }

        private List<Finding> load() {
            long startNanos = clock.nanos();
            long ownBefore = ownNanos.getAsLong();
            meter.arm();
            watch.run();
            long elapsedNanos = Math.max(1, clock.nanos() - startNanos);
            MachineLoad load = meter.end(elapsedNanos);
            if (!load.isKnown()) {
                return List.of();
            }
            List<Finding> findings = new ArrayList<>();
            double others =
                    (double) (load.chargedNanos() - (ownNanos.getAsLong() - ownBefore)) / elapsedNanos / load.cpus();
            if (others > MAX_LOAD_BY_OTHERS) {
                findings.add(new Finding(
                        "load",
                        Severity.SERIOUS,
                        text("other processes use %.0f %% of the CPUs that a run may use", 100 * others),
                        "peers wait for their CPU: low rates, and latencies that are the scheduler's",
                        "find them with top and end them, or wait"));
            }
            double steal = (double) load.stealNanos() / elapsedNanos * Math.min(1, (double) Intent.PEERS / load.cpus());
            if (steal > MAX_STEAL) {
                findings.add(new Finding(
                        "steal",
                        Severity.SERIOUS,
                        text("the hypervisor takes %.0f %% of a CPU away from two peers", 100 * steal),
                        "peers stand still for moments that the suite cannot see",
                        "look for a quieter hour with vmstat 1, column st"));
            }
            return findings;
        }

        private static String text(String format, double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }
}
