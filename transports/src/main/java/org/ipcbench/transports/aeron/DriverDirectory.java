package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.transports.shared.OwnerRecord;

/**
 * The directory for the shared files of a driver and its clients. Clients find the directory by a record in the scratch
 * directory, which is written before the directory is made.
 *
 * @param path this directory; the driver's own directory is inside, because the driver replaces it by one that is open to
 * all users
 */
record DriverDirectory(Path path, OwnerRecord record) {
    private static final String RECORD_KIND = "aeron";

    /** Makes the directory, accessible only to this user. */
    static DriverDirectory create(Path root, Path scratchDirectory) throws IOException {
        return make(root, OwnerRecord.choose(scratchDirectory, RECORD_KIND));
    }

    /** Makes the recorded directory. */
    static DriverDirectory make(Path root, OwnerRecord record) throws IOException {
        DriverDirectory directory = new DriverDirectory(record.pathIn(root), record);
        try {
            OwnFiles.createDirectory(directory.path);
        } catch (IOException e) {
            record.delete();
            throw e;
        }
        if (!record.exists()) {
            directory.remove();
            throw record.gone("Aeron's driver");
        }
        return directory;
    }

    /** The directory of the driver that serves this scratch directory's sessions. */
    static DriverDirectory of(Path root, Path scratchDirectory) throws IOException {
        List<OwnerRecord> records = OwnerRecord.in(scratchDirectory, RECORD_KIND);
        if (records.isEmpty()) {
            throw new IOException("Aeron's driver is not running");
        }
        return new DriverDirectory(records.get(0).pathIn(root), records.get(0));
    }

    /** Removes leftovers of a killed driver. */
    static void removeLeftOvers(Path root, Path scratchDirectory) throws IOException {
        for (OwnerRecord record : OwnerRecord.in(scratchDirectory, RECORD_KIND)) {
            record.clear(() -> OwnFiles.deleteTree(record.pathIn(root)));
        }
    }

    /** The directory's name for Aeron. */
    String aeronDirectoryName() {
        return path.resolve("driver").toString();
    }

    /** Removes the directory with its contents, and its record; does nothing if another process was faster. */
    void remove() throws IOException {
        OwnFiles.deleteTree(path);
        record.delete();
    }
}
