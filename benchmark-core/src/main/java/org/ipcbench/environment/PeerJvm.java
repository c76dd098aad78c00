package org.ipcbench.environment;

import java.util.List;

/**
 * The JVM that is measured.
 *
 * @param version for example {@code 17.0.15}
 * @param featureVersion for example 17
 * @param flags those that every peer gets, and after them those the user gave; in an environment secrets among them read {@code ***}
 */
public record PeerJvm(String version, int featureVersion, List<String> flags) {

    public PeerJvm {
        flags = List.copyOf(flags);
    }

    /** The same without what people would not publish. */
    PeerJvm redactedBy(Redaction redaction) {
        return new PeerJvm(version, featureVersion, redaction.flags(flags));
    }
}
