package org.ipcbench.plan.rounds;

import java.util.regex.Pattern;
import org.ipcbench.kernel.ResourceLimits.DescriptorLimit;

/**
 * The resources that the launcher or a peer may run out of: descriptors, processes and threads, memory, ports, the size of files. Each
 * is described with its remedy.
 */
public final class Exhaustion {
    private static final String THREADS =
            "ulimit -u, or pids.max of the control group, raises the number of processes" + " and threads";
    /** A JVM's messages about memory that the system refused. */
    private static final Pattern MEMORY = Pattern.compile(
            "insufficient memory for the Java Runtime|Could not reserve enough space|Could not allocate metaspace");

    /** Messages of the JDK, and of ZeroMQ. */
    private static final Pattern PORTS =
            Pattern.compile("Cannot assign requested address|Address already in use|ZMQException: Errno (48|49)\\b");

    private static final String HEAP = "java -Xmx1g -jar gives the launcher more heap";

    private Exhaustion() {}

    /** What happened, in one line, with the remedy if the limit is known. */
    public static String describe(Throwable problem) {
        String message = String.valueOf(problem.getMessage());
        String text = problem instanceof Error ? problem.getClass().getSimpleName() + ": " + message : message;
        return remedied(
                DescriptorLimit.ofThisProcess().explain(text.lines().findFirst().orElse("")), problem);
    }

    private static String remedied(String text, Throwable problem) {
        if (text.contains("unable to create native thread") || text.contains("error=11,")) {
            return text + "; " + THREADS;
        }
        if (text.contains("pthread_create failed (EAGAIN)")) { // the message does not say which of the two was missing
            return text + "; " + THREADS + ", and ulimit -v their memory";
        }
        if (MEMORY.matcher(text).find()) {
            return text + "; free some, or raise ulimit -v, or memory.max of the control group";
        }
        if (PORTS.matcher(text).find()) {
            return text
                    + "; if no port is free, wait a minute, or give the kernel more: sysctl net.ipv4.ip_local_port_range";
        }
        if (text.contains("File too large")) {
            return text + "; ulimit -f unlimited raises the size of files";
        }
        boolean heap = problem instanceof OutOfMemoryError && text.contains("Java heap space");
        return heap ? text + "; " + HEAP : text;
    }
}
