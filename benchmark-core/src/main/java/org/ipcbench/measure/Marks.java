package org.ipcbench.measure;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.result.Mark;

/**
 * Marks of a measured part whose length is unknown beforehand. If there are too many, every second one is dropped and
 * later ones are taken half as often. Nothing is allocated after construction.
 */
final class Marks {
    /** Largest number of marks that are kept; one more halves them. */
    static final int MAX_MARKS = 33;

    private final long[] nanos = new long[MAX_MARKS + 1];
    private final long[] messages = new long[MAX_MARKS + 1];
    private final int[] cpus = new int[MAX_MARKS + 1];
    private int count;
    private int taken;
    private long stepNanos;

    /**
     * Clears all marks. The next ones are this far apart at first, in nanoseconds; 0 if marks do not depend on time.
     */
    void begin(long firstStepNanos) {
        count = 0;
        taken = 0;
        stepNanos = firstStepNanos;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether the next mark is due; makes room for it first. */
    boolean isDue(long nowNanos) {
        if (count == MAX_MARKS && nowNanos - nanos[count - 1] >= stepNanos) {
            thinOut();
        }
        return nowNanos - nanos[count - 1] >= stepNanos;
    }

    void add(long atNanos, long soFar, int cpu) {
        set(count++, atNanos, soFar, cpu);
    }

    /**
     * Takes the last mark. It replaces a mark taken just before, because the part between them is too short to tell
     * anything.
     */
    void end(long atNanos, long soFar, int cpu) {
        boolean replaces = count > 1 && 2 * (atNanos - nanos[count - 1]) < stepNanos;
        set(replaces ? count - 1 : count++, atNanos, soFar, cpu);
    }

    /** Number of readings taken for marks, including those that are not kept. */
    int taken() {
        return taken;
    }

    List<Mark> toList() {
        List<Mark> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(new Mark(nanos[i], messages[i], cpus[i]));
        }
        return list;
    }

    private void set(int index, long atNanos, long soFar, int cpu) {
        nanos[index] = atNanos;
        messages[index] = soFar;
        cpus[index] = cpu;
        taken++;
    }

    private void thinOut() {
        int kept = (MAX_MARKS + 1) / 2;
        for (int i = 1; i < kept; i++) {
            nanos[i] = nanos[2 * i];
            messages[i] = messages[2 * i];
            cpus[i] = cpus[2 * i];
        }
        count = kept;
        stepNanos *= 2;
    }
}
