package org.ipcbench.cli;

import java.nio.file.Path;
import org.ipcbench.archive.CacheDirectory;
import org.ipcbench.archive.ClassArchive;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.scratch.ScratchDirectory;

/**
 * What comes before the first peer.
 *
 * @param dependencies what the command got from outside
 * @param options what the user wants of the peers
 */
record Groundwork(RunOptions.Dependencies dependencies, PeerOptions options) {

    /** Removes what dead processes of an earlier run left; where that fails it is said, and hinders nothing. */
    void removeLeftOvers() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        ScratchDirectory.removeLeftOvers(
                temporary,
                dependencies.registry().all(),
                dependencies.terminal().err()::println);
    }

    /** The launcher, with an archive of the peers' classes, which the first run of a jar makes. */
    PeerSettings launcher() {
        PeerSettings settings = options.launcher(dependencies);
        CacheDirectory cache = CacheDirectory.of(System.getenv(), Path.of(System.getProperty("user.home")));
        try {
            return new ClassArchive(
                            cache,
                            dependencies.registry().all(),
                            dependencies.terminal().err()::println)
                    .applyTo(settings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it, and end before its first iteration
            return settings;
        }
    }
}
