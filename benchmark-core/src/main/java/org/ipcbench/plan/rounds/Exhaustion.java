package org.ipcbench.plan.rounds;

import java.util.regex.Pattern;
import org.ipcbench.kernel.DescriptorLimit;

/**
 * The resources that the launcher itself may run out of: descriptors, processes and threads, heap. Each is described with its
 * remedy.
 */
public final class Exhaustion {
    private static final String THREADS =
            "ulimit -u, or pids.max of the control group, raises the number of processes" + " and threads";
    /** A JVM's messages about memory that the system refused. */
    private static final Pattern MEMORY = Pattern.compile(
            "insufficient memory for the Java Runtime|Could not reserve enough space|Could not allocate metaspace");

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
        boolean heap = problem instanceof OutOfMemoryError && text.contains("Java heap space");
        return heap ? text + "; " + HEAP : text;
    }
}
