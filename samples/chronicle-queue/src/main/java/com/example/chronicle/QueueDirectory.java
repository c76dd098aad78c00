package com.example.chronicle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * Where both queues of a session are.
 *
 * @param path for this user alone
 */
record QueueDirectory(Path path) {
    /** What the library maps at a time; files are sparse, so that a block takes what is written to it. */
    static final int BLOCK_BYTES = 64 << 20;

    /** The library wants blocks to be so many times as large as a message at least. */
    static final int MIN_MESSAGES_IN_A_BLOCK = 4;

    private static final String TO_SERVER = "to-server";
    private static final String TO_CLIENT = "to-client";
    private static final String LEFT = "left";

    /** Makes an empty one in the scratch directory. */
    static QueueDirectory create(Path scratchDirectory) throws IOException {
        return new QueueDirectory(Files.createTempDirectory(scratchDirectory, "chronicle-"));
    }

    /** The one of a server. Opening a queue would make it where it is missing. */
    static QueueDirectory existing(Path path) throws IOException {
        for (String queue : List.of(TO_SERVER, TO_CLIENT)) {
            if (!Files.isDirectory(path.resolve(queue))) {
                throw new NoSuchFileException(path.resolve(queue).toString());
            }
        }
        return new QueueDirectory(path);
    }

    QueueEnds server() {
        return new QueueEnds(this, queue(TO_SERVER), queue(TO_CLIENT));
    }

    QueueEnds client() {
        return new QueueEnds(this, queue(TO_CLIENT), queue(TO_SERVER));
    }

    private ChronicleQueue queue(String name) {
        return SingleChronicleQueueBuilder.binary(path.resolve(name))
                .blockSize(BLOCK_BYTES)
                .rollCycle(RollCycles.FAST_DAILY) // a new file at midnight, and no other
                .build();
    }

    /** One side of the session has closed for good; the side that is the second one to do so deletes the directory. */
    void leave() throws IOException {
        try {
            Files.createFile(path.resolve(LEFT));
        } catch (FileAlreadyExistsException e) {
            delete();
        } catch (NoSuchFileException e) {
            // the launcher was faster
        }
    }

    /** Deletes the directory and all in it. */
    void delete() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // the launcher was faster
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
