package org.ipcbench.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The most room that files take of a file system, which are written there one after the other.
 *
 * @param file the one that is written when it is the most
 * @param bytes how much more than before the first was written
 */
record DiskNeed(WrittenFile file, long bytes) {
    private static final BigDecimal MIB = BigDecimal.valueOf(1 << 20);

    /** Which of these files, in their order, a file system certainly has no room for; nothing where all may have some. */
    static Optional<Shortage> shortage(List<WrittenFile> files) throws IOException {
        Map<FileStore, List<WrittenFile>> fileSystems = new LinkedHashMap<>();
        for (WrittenFile file : files) {
            fileSystem(file.place())
                    .ifPresent(store -> fileSystems
                            .computeIfAbsent(store, unused -> new ArrayList<>())
                            .add(file));
        }
        for (Map.Entry<FileStore, List<WrittenFile>> fileSystem : fileSystems.entrySet()) {
            DiskNeed need = of(fileSystem.getValue());
            long usableBytes = fileSystem.getKey().getUsableSpace();
            if (need.bytes > usableBytes) {
                return Optional.of(new Shortage(need, usableBytes));
            }
        }
        return Optional.empty();
    }

    /** Nothing where the system does not tell its room, as in some containers and of some remote ones: writing will show. */
    private static Optional<FileStore> fileSystem(Path place) {
        try {
            FileStore store = Files.getFileStore(NewPlace.directoryOf(place));
            return store.getTotalSpace() == 0 ? Optional.empty() : Optional.of(store);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** That of files on one file system. A file is there together with the one that it replaces until it is whole. */
    static DiskNeed of(List<WrittenFile> files) {
        DiskNeed most = new DiskNeed(files.get(0), files.get(0).bytes());
        long takenBytes = 0;
        for (WrittenFile file : files) {
            takenBytes += file.bytes();
            if (takenBytes > most.bytes) {
                most = new DiskNeed(file, takenBytes);
            }
            takenBytes -= file.replacedBytes();
        }
        return most;
    }

    /**
     * A file system that is too small.
     *
     * @param need what is to be written there
     * @param usableBytes what it has room for
     */
    record Shortage(DiskNeed need, long usableBytes) {

        /** In one line; rounded so that the two figures differ. */
        String problem() {
            WrittenFile file = need.file;
            return "'%s' needs %s MiB of its file system%s, and %s MiB are available; free some, or give another place"
                    .formatted(
                            file.place(),
                            mebibytes(need.bytes, RoundingMode.UP),
                            need.bytes > file.bytes() ? " with all that this run has written there by then" : "",
                            mebibytes(usableBytes, RoundingMode.DOWN));
        }

        private static BigDecimal mebibytes(long bytes, RoundingMode rounding) {
            return BigDecimal.valueOf(bytes).divide(MIB, 1, rounding);
        }
    }
}
