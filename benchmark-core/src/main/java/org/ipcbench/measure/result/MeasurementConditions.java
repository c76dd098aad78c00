package org.ipcbench.measure.result;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Under which circumstances a peer measured: what its figures have to be doubted for.
 *
 * @param warmUp how the warm-up ended
 * @param marks the clock at every sixteenth of the measured part, the beginning and the end included; fewer if there were
 *     fewer messages, or a sixteenth would be shorter than 0.35 ms; up to twice as many on a server, which does not know how
 *     long it will take and counts from the first message it has handled; of a server's only message, just the end
 * @param machine what the machine did meanwhile; only the client looks
 * @param clockBoundNanos how far this peer's clock can differ from its partner's, proven by exchanges over a shared page
 *     before and after the measured part, in nanoseconds; {@link #NO_BOUND} if nothing was proven
 * @param strangers how many messages of strangers came in between those of this peer's partner, and were passed over
 * @param gaps between the measuring thread's looks at the clock; of several connections, those of the one with the longest
 * @param scheduling what the scheduler did to the measuring thread
 */
public record MeasurementConditions(
        WarmUpEnd warmUp,
        List<Mark> marks,
        MachineLoad machine,
        long clockBoundNanos,
        long strangers,
        Gaps gaps,
        Scheduling scheduling) {
    public static final long NO_BOUND = -1;

    /** Nothing is known. */
    public static final MeasurementConditions UNKNOWN =
            new MeasurementConditions(WarmUpEnd.NONE, List.of(), MachineLoad.UNKNOWN, NO_BOUND);

    public MeasurementConditions {
        marks = List.copyOf(marks);
        gaps = Objects.requireNonNullElse(gaps, Gaps.NONE); // records of earlier builds have none
        scheduling = Objects.requireNonNullElse(scheduling, Scheduling.UNKNOWN);
    }

    /** MeasurementConditions among themselves. */
    public MeasurementConditions(WarmUpEnd warmUp, List<Mark> marks, MachineLoad machine, long clockBoundNanos) {
        this(warmUp, marks, machine, clockBoundNanos, 0, Gaps.NONE, Scheduling.UNKNOWN);
    }

    /**
     * The circumstances of connections that were measured side by side, of one process or several: the worst of each, the marks
     * of all together, and the machine as the one saw it that took longest. Those of one connection stay as they are.
     */
    public static MeasurementConditions ofAll(List<MeasurementConditions> all) {
        if (all.size() == 1) {
            return all.get(0);
        }
        boolean proven = all.stream().noneMatch(each -> each.clockBoundNanos == NO_BOUND);
        return new MeasurementConditions(
                WarmUpEnd.ofAll(all.stream().map(MeasurementConditions::warmUp).toList()),
                new SharedCourse(all.stream().map(MeasurementConditions::marks).toList()).marks(),
                all.stream()
                        .map(MeasurementConditions::machine)
                        .max(Comparator.comparingLong(MachineLoad::busyNanos))
                        .orElse(MachineLoad.UNKNOWN),
                proven
                        ? all.stream()
                                .mapToLong(MeasurementConditions::clockBoundNanos)
                                .max()
                                .orElse(NO_BOUND)
                        : NO_BOUND,
                all.stream().mapToLong(MeasurementConditions::strangers).sum(),
                Gaps.ofAll(all.stream().map(MeasurementConditions::gaps).toList()),
                Scheduling.ofAll(
                        all.stream().map(MeasurementConditions::scheduling).toList()));
    }

    /** The same circumstances on a machine that did this meanwhile. */
    public MeasurementConditions on(MachineLoad load) {
        return new MeasurementConditions(warmUp, marks, load, clockBoundNanos, strangers, gaps, scheduling);
    }
}
