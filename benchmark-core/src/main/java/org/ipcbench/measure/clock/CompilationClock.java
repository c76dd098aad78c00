package org.ipcbench.measure.clock;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** How long the just-in-time compiler of this JVM has worked. */
@FunctionalInterface
public interface CompilationClock {

    /** Milliseconds since the JVM started, summed over the compiler's threads; grows when a compilation ends. */
    long millis();

    /** The JVM's own account; always 0 where the JVM has no compiler or does not time it. */
    static CompilationClock system() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? () -> 0
                : compiler::getTotalCompilationTime;
    }
}
