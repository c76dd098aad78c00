package org.ipcbench.launch;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.scratch.NewFile;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.workload.TransferredFile;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/** The launcher's check that a transferred file has arrived as it was sent. */
final class FileCheck {
    private final Workload workload;
    private final Optional<NewFile> written;

    private FileCheck(Workload workload, Optional<NewFile> written) {
        this.workload = workload;
        this.written = written;
    }

    /**
     * Makes the file that the server writes to, if any; before the check, the file is removed with the scratch
     * directory.
     */
    static FileCheck of(Workload workload, ScratchDirectory scratch) throws IOException {
        @Nullable TransferredFile file = workload.transferred().orElse(null);
        if (file == null || file.target() == null) {
            return new FileCheck(workload, Optional.empty());
        }
        NewFile written = NewFile.beside(file.target(), scratch);
        return new FileCheck(workload.withFiles(file.source(), written.path()), Optional.of(written));
    }

    /** The workload for the peers, which writes a file to a temporary path. */
    Workload workload() {
        return workload;
    }

    /**
     * Compares the checksums of both halves and of the written file, which is read again; then moves the file to its
     * target.
     *
     * @param seen checksums of the client's half and of the server's
     */
    void confirm(List<Checksum> seen) throws IterationFailedException, IOException {
        @Nullable TransferredFile file = workload.transferred().orElse(null);
        if (file == null) {
            return;
        }
        if (seen.size() != 2) {
            throw new IterationFailedException(
                    "the halves reported %d checksums of the file, expected 2".formatted(seen.size()));
        }
        Checksum sent = seen.get(0);
        if (sent.bytes() != file.bytes()) {
            throw new IterationFailedException(
                    "the file has %d bytes, the client sent %s".formatted(file.bytes(), sent));
        }
        requireSame(sent, seen.get(1), "the server received");
        if (written.isPresent()) {
            requireSame(sent, written.get().content(), "the target holds");
            written.get().moveIntoPlace();
        }
    }

    private static void requireSame(Checksum sent, Checksum found, String where) throws IterationFailedException {
        if (!found.equals(sent)) {
            throw new IterationFailedException(
                    "the file is corrupt: the client sent %s, %s %s".formatted(sent, where, found));
        }
    }
}
