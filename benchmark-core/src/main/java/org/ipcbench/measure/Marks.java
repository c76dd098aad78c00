package org.ipcbench.measure;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.result.Mark;
import org.jspecify.annotations.Nullable;

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
    private final long[] collections = new long[MAX_MARKS + 1];
    private final long[] compilationNanos = new long[MAX_MARKS + 1];
    private final long[] standstillNanos = new long[MAX_MARKS + 1];
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
        long replacedNanos = replaces ? standstillNanos[count - 1] : 0;
        set(replaces ? count - 1 : count++, atNanos, soFar, cpu);
        standstillNanos[count - 1] = replacedNanos;
    }

    /**
     * Adds to the last mark what happened before it.
     *
     * @param collectionsSoFar number of the JVM's garbage collections
     * @param compilationSoFarNanos time of its compilations, in nanoseconds
     * @param longestNanos longest time between two looks since the mark before, in nanoseconds, if it stands out, else 0
     */
    void note(long collectionsSoFar, long compilationSoFarNanos, long longestNanos) {
        collections[count - 1] = collectionsSoFar;
        compilationNanos[count - 1] = compilationSoFarNanos;
        standstillNanos[count - 1] = Math.max(standstillNanos[count - 1], longestNanos);
    }

    /** Number of readings taken for marks, including those that are not kept. */
    int taken() {
        return taken;
    }

    List<Mark> toList() {
        List<Mark> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(new Mark(nanos[i], messages[i], cpus[i], i == 0 ? null : meanwhile(i)));
        }
        return list;
    }

    private Mark.@Nullable Meanwhile meanwhile(int index) {
        return Mark.Meanwhile.of(
                collections[index] - collections[index - 1],
                compilationNanos[index] - compilationNanos[index - 1],
                standstillNanos[index]);
    }

    private void set(int index, long atNanos, long soFar, int cpu) {
        nanos[index] = atNanos;
        messages[index] = soFar;
        cpus[index] = cpu;
        standstillNanos[index] = 0;
        taken++;
    }

    private void thinOut() {
        int kept = (MAX_MARKS + 1) / 2;
        for (int i = 1; i < kept; i++) {
            nanos[i] = nanos[2 * i];
            messages[i] = messages[2 * i];
            cpus[i] = cpus[2 * i];
            collections[i] = collections[2 * i];
            compilationNanos[i] = compilationNanos[2 * i];
            standstillNanos[i] = Math.max(standstillNanos[2 * i - 1], standstillNanos[2 * i]);
        }
        count = kept;
        stepNanos *= 2;
    }
}
