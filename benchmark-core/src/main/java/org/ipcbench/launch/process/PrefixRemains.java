package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.scratch.ScratchDirectory;

/**
 * The other side of a prefix, where a peer has run.
 *
 * @param prefix runs commands there
 * @param scratch the directory that the peer has made there; empty if it used the launcher's
 */
record PrefixRemains(List<String> prefix, Optional<Path> scratch) {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** Exit codes of a peer that has removed its directory: it was told to stop, or its launcher was gone. */
    static final List<Integer> CLEARED = List.of(0, PeerInvocation.LAUNCHER_IS_GONE);

    /** The side of the peer that this command starts; empty without a prefix. */
    static Optional<PrefixRemains> of(LaunchCommand command) {
        return command.prefix().isNone()
                ? Optional.empty()
                : Optional.of(new PrefixRemains(
                        command.prefix().command(),
                        command.prefix().sharesFiles()
                                ? Optional.empty()
                                : Optional.of(ScratchDirectory.holding(command.controlSocket()))));
    }

    /** Removes the directory of a peer that was killed; if it cannot, the next run behind the prefix does. */
    void clearAwayAfter(int exitCode) {
        Optional<Path> left = scratch.filter(ScratchDirectory::isNamedSo);
        if (left.isEmpty() || CLEARED.contains(exitCode)) {
            return;
        }
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("rm", "-rf", "--", left.get().toString()));
        try {
            Process removal = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            removal.getOutputStream().close();
            try {
                var unused = removal.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            } finally {
                removal.destroyForcibly();
            }
        } catch (IOException e) {
            // the prefix itself is gone, and what it led to most likely, too
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
