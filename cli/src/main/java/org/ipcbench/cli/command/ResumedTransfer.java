package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.plan.Plan;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.DiskRoom;
import org.ipcbench.run.TargetFile;
import org.ipcbench.run.TransferFiles;
import org.ipcbench.scratch.NewFile;
import org.jspecify.annotations.Nullable;

/**
 * The files of a resumed transfer, as the user names them.
 *
 * @param file the file to send; null if the run is no transfer
 * @param target the file to write; null if none is written
 */
record ResumedTransfer(@Nullable Path file, @Nullable Path target) {

    /**
     * Checks the files that the user names.
     *
     * @throws IllegalArgumentException if one of them cannot be used; the message says what is allowed
     */
    static ResumedTransfer of(@Nullable Path sent, RepeatedOptions given, RunTerms terms) throws IOException {
        Path file =
                sent == null ? null : TransferFiles.existing(sent, "give the file that the run has transferred so far");
        return new ResumedTransfer(file, given.target == null ? null : target(given.target, file, given.force, terms));
    }

    /**
     * A file that the run itself has written has the same content as the new one, and is replaced without
     * {@code --force}.
     */
    private static Path target(Path given, @Nullable Path file, boolean force, RunTerms terms) throws IOException {
        boolean ofTheRun =
                Files.isRegularFile(given) && NewFile.contentOf(given).equals(terms.file());
        Path place = new TargetFile(given, force || ofTheRun, "give the one of the run").resolved();
        if (place.equals(file)) {
            throw new IllegalArgumentException("'%s' is the file to send; give another".formatted(given));
        }
        return place;
    }

    /** The target's lack of space, in one line; empty if there is none. */
    Optional<String> shortage(Plan plan) throws IOException {
        return target == null || file == null
                ? Optional.empty()
                : DiskRoom.ofTarget(target, Files.size(file), plan).shortage();
    }
}
