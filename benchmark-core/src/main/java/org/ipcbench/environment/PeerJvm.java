package org.ipcbench.environment;

import java.util.List;

/**
 * The JVM that is measured.
 *
 * @param version for example {@code 17.0.15}
 * @param featureVersion for example 17
 * @param flags the flags that every peer gets, then the user's flags; in an environment, secrets in them are replaced by
 * {@code ***}
 */
public record PeerJvm(String version, int featureVersion, List<String> flags) {

    public PeerJvm {
        flags = List.copyOf(flags);
    }

    /** Returns a copy without anything that people would not publish. */
    PeerJvm redactedBy(Redaction redaction) {
        return new PeerJvm(version, featureVersion, redaction.flags(flags));
    }
}
