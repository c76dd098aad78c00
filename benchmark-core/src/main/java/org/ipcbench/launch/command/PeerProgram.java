package org.ipcbench.launch.command;

import java.util.List;

/**
 * A program that plays a peer.
 *
 * @param name the name that the user types
 * @param command the words of its command; empty for this program, and as long as another one was not made ready
 */
public record PeerProgram(String name, List<String> command) {
    /** This program, in a JVM. */
    public static final PeerProgram JAVA = new PeerProgram("java", List.of());

    public PeerProgram {
        command = List.copyOf(command);
    }

    /** Whether it is this program. */
    public boolean isJava() {
        return equals(JAVA);
    }
}
