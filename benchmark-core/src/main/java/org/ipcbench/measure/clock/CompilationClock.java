package org.ipcbench.measure.clock;

/** The working time of this JVM's just-in-time compilers. */
@FunctionalInterface
public interface CompilationClock {

    /** Time so far for which a compiler worked or waited for a CPU, in nanoseconds, summed over the compilers' threads. */
    long nanos();
}
