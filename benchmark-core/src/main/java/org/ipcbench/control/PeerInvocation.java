package org.ipcbench.control;

import java.nio.file.Path;

/** What the launcher and its peers agree on besides messages: files, arguments of a peer's command, and its exit code. */
public final class PeerInvocation {
    /** The argument of a peer whose control link is its standard input and output. */
    public static final String STREAMS = "--streams";

    /** The argument of a peer that makes and removes the scratch directory on its side. */
    public static final String OWN_DIRECTORY = "--own-directory";

    /** The exit code of a peer whose launcher is gone, or was stopped for longer than its timeout. */
    public static final int LAUNCHER_IS_GONE = 3;

    private PeerInvocation() {}

    /** The launcher's socket for a peer. */
    public static Path controlSocket(Path scratchDirectory, String peer) {
        return scratchDirectory.resolve(peer + ".control");
    }
}
