package org.ipcbench.workload.fail;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How a peer ends. */
public enum Death {
    /** The launcher sends SIGKILL. */
    KILL(true),
    /** The launcher sends SIGSTOP: the process stays, with everything that it has open. */
    STOP(true),
    /** The peer closes its channel in order; its process stays. */
    CLOSE(false),
    /** The peer neither sends nor receives any more, and closes nothing. */
    SILENT(false);

    private final boolean bySignal;

    Death(boolean bySignal) {
        this.bySignal = bySignal;
    }

    /** Whether the launcher ends the peer; otherwise the peer does it. */
    public boolean isBySignal() {
        return bySignal;
    }

    /** The name that the user types. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The death with this label; empty if there is none. */
    public static Optional<Death> labelled(String label) {
        return Stream.of(values())
                .filter(death -> death.label().equalsIgnoreCase(label))
                .findFirst();
    }
}
