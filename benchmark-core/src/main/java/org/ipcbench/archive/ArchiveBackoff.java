package org.ipcbench.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last attempt to make an archive that took too long. A machine that is too busy for it is so for a while, and each attempt
 * takes the whole time-out.
 *
 * @param record an empty file, as old as the attempt; missing where there was none
 */
record ArchiveBackoff(Path record) {
    /** Nobody tries again for this time. */
    static final Duration PAUSE = Duration.ofHours(1);

    private static final String SUFFIX = "given-up";

    static ArchiveBackoff of(CacheDirectory cache, ArchiveKey key) {
        return new ArchiveBackoff(cache.path().resolve(key.prefix() + SUFFIX));
    }

    /** How long nobody tries again; empty where somebody may. */
    Optional<Duration> rest() throws IOException {
        try {
            Duration age = Duration.between(Files.getLastModifiedTime(record).toInstant(), Instant.now());
            return age.isNegative() || age.compareTo(PAUSE) >= 0 ? Optional.empty() : Optional.of(PAUSE.minus(age));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** It was now. */
    void note() throws IOException {
        Files.write(record, new byte[0]);
    }

    /** Another one has succeeded. */
    void forget() throws IOException {
        Files.deleteIfExists(record);
    }
}
