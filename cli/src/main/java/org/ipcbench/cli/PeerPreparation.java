package org.ipcbench.cli;

import java.nio.file.Path;
import org.ipcbench.archive.CacheDirectory;
import org.ipcbench.archive.ClassArchive;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.scratch.ScratchDirectory;

/**
 * Preparations before the first peer starts.
 *
 * @param context what the command got from outside
 * @param options what the user wants of the peers
 */
record PeerPreparation(CliContext context, PeerOptions options) {

    /** Removes what dead processes of an earlier run left; a failure is reported, and hinders nothing. */
    void removeLeftOvers() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        ScratchDirectory.removeLeftOvers(
                temporary, context.registry().all(), context.terminal().err()::println);
    }

    /** The settings of the peers, with an archive of their classes, which the first run of a jar makes. */
    PeerSettings settings() {
        PeerSettings settings = options.settings(context);
        CacheDirectory cache = CacheDirectory.of(System.getenv(), Path.of(System.getProperty("user.home")));
        try {
            return new ClassArchive(
                            cache, context.registry().all(), context.terminal().err()::println)
                    .applyTo(settings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it, and end before its first iteration
            return settings;
        }
    }
}
