package org.ipcbench.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.ipcbench.scratch.CacheDirectory;

/**
 * The last attempt to make an archive that took too long. A machine that is too busy for it stays busy for a while, and
 * each attempt takes the whole timeout.
 *
 * @param record an empty file, as old as the attempt; missing if there was none
 */
record ArchiveBackoff(Path record) {
    /** Time without a further attempt. */
    static final Duration PAUSE = Duration.ofHours(1);

    private static final String SUFFIX = "given-up";

    static ArchiveBackoff of(CacheDirectory cache, ArchiveKey key) {
        return new ArchiveBackoff(cache.path().resolve(key.prefix() + SUFFIX));
    }

    /** Remaining time without a further attempt; empty if an attempt is allowed. */
    Optional<Duration> rest() throws IOException {
        try {
            Duration age = Duration.between(Files.getLastModifiedTime(record).toInstant(), Instant.now());
            return age.isNegative() || age.compareTo(PAUSE) >= 0 ? Optional.empty() : Optional.of(PAUSE.minus(age));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Records an attempt that has just taken too long. */
    void note() throws IOException {
        Files.write(record, new byte[0]);
    }

    /** Removes the record, because another attempt has succeeded. */
    void forget() throws IOException {
        Files.deleteIfExists(record);
    }
}
