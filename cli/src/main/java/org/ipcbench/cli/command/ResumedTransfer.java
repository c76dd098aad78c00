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
 * The files of a transfer that goes on, as the user names them.
 *
 * @param file what is sent; null where the run is no transfer
 * @param target where it is written; null where it is not
 */
record ResumedTransfer(@Nullable Path file, @Nullable Path target) {

    /**
     * Looks at the files that the user names.
     *
     * @throws IllegalArgumentException where one of them cannot be used, with what is allowed
     */
    static ResumedTransfer of(@Nullable Path sent, RepeatedOptions given, RunTerms terms) throws IOException {
        Path file =
                sent == null ? null : TransferFiles.existing(sent, "give the file that the run has transferred so far");
        return new ResumedTransfer(file, given.target == null ? null : target(given.target, file, given.force, terms));
    }

    /** A file that the run itself has written holds what it is going to write, and is replaced without being asked. */
    private static Path target(Path given, @Nullable Path file, boolean force, RunTerms terms) throws IOException {
        boolean ofTheRun =
                Files.isRegularFile(given) && NewFile.contentOf(given).equals(terms.file());
        Path place = new TargetFile(given, force || ofTheRun, "give the one of the run").resolved();
        if (place.equals(file)) {
            throw new IllegalArgumentException("'%s' is the file to send; give another".formatted(given));
        }
        return place;
    }

    /** What the target lacks, in one line; empty where it lacks nothing. */
    Optional<String> shortage(Plan plan) throws IOException {
        return target == null || file == null
                ? Optional.empty()
                : DiskRoom.ofTarget(target, Files.size(file), plan).shortage();
    }
}
