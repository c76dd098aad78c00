package org.ipcbench.launch;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.IterationFailedException;

/** Thrown if an iteration failed because its processes were stopped for a while; another attempt may succeed. */
public final class PausedException extends IterationFailedException {
    private static final long serialVersionUID = 1;

    private static final String REMEDY =
            "do not stop a run (Ctrl-Z, docker pause, a suspended machine) or leave it without CPU time";

    private PausedException(String message, Throwable cause) {
        super(message, cause);
    }

    private PausedException(String message) {
        super(message);
    }

    /**
     * Throws if a process was paused in the measured part.
     *
     * @param pausesNanos the pause of each process that had one, in nanoseconds
     * @param ownNanos the pause of the launcher itself, and most likely of its whole process group; 0 if there was none
     */
    static void throwIfAny(Map<PeerName, Long> pausesNanos, long ownNanos) throws PausedException {
        Map.Entry<PeerName, Long> first = new TreeMap<>(pausesNanos).firstEntry();
        if (first != null || ownNanos > 0) {
            throw new PausedException("%s was paused for %s in the measured part; %s"
                    .formatted(
                            first == null ? "the run" : first.getKey().withArticle(),
                            seconds(first == null ? ownNanos : first.getValue()),
                            REMEDY));
        }
    }

    /**
     * Wraps a failure during which the launcher itself was stopped, and most likely its whole process group with it.
     */
    public static PausedException around(IterationFailedException failure, long pauseNanos) {
        return new PausedException(
                "%s; the run was paused for %s; %s".formatted(failure.getMessage(), seconds(pauseNanos), REMEDY),
                failure);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
