package org.ipcbench.measure.clock;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** The working time of this JVM's just-in-time compiler. */
@FunctionalInterface
public interface CompilationClock {

    /**
     * Compilation time since the JVM started, in milliseconds, summed over the compiler's threads; grows when a
     * compilation ends.
     */
    long millis();

    /** The JVM's own count; always 0 if the JVM has no compiler or does not time it. */
    static CompilationClock system() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? () -> 0
                : compiler::getTotalCompilationTime;
    }
}
