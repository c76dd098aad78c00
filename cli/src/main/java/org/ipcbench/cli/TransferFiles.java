package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run of transfers.
 *
 * @param source what is sent
 * @param bytes its size
 * @param generated whether it is made first
 * @param target where every transfer writes it; null where it is dropped
 */
record TransferFiles(
        Path source,
        long bytes,
        boolean generated,
        @Nullable Path target) {
    /** What these are asked for by. */
    static final String GENERATE = "--generate";

    static final String TO = "--to";

    /** What so many transfers write, in this order. */
    List<WrittenFile> written(int transfers) throws IOException {
        List<WrittenFile> files = new ArrayList<>();
        if (generated) {
            files.add(new WrittenFile(GENERATE, source, bytes, sizeOf(source)));
        }
        Path place = target;
        for (int i = 0; place != null && i < transfers; i++) {
            files.add(new WrittenFile(TO, place, bytes, i == 0 ? sizeOf(place) : bytes));
        }
        return files;
    }

    private static long sizeOf(Path place) throws IOException {
        return Files.exists(place) ? Files.size(place) : 0;
    }
}
