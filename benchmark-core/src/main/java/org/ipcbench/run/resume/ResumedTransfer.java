package org.ipcbench.run.resume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.plan.Plan;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.DiskRoom;
import org.ipcbench.run.TargetFile;
import org.ipcbench.run.TransferFiles;
import org.ipcbench.run.request.Argument;
import org.ipcbench.run.request.InvalidRequestException;
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
    static ResumedTransfer of(RepeatedTerms given, RunTerms terms) throws IOException {
        Path sent = given.file().orElse(null);
        Path file =
                sent == null ? null : TransferFiles.existing(sent, "give the file that the run has transferred so far");
        Path written = given.target().orElse(null);
        return new ResumedTransfer(file, written == null ? null : target(written, file, given.force(), terms));
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

    /** Refuses a target whose file system lacks space. */
    void requireRoom(Plan plan) throws IOException {
        Optional<String> shortage = target == null || file == null
                ? Optional.empty()
                : DiskRoom.ofTarget(target, Files.size(file), plan).shortage();
        if (shortage.isPresent()) {
            throw new InvalidRequestException(Argument.TARGET_FILE, shortage.get());
        }
    }
}
