package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CacheDirectoryTest {
    @TempDir
    private Path home;

    @Test
    void directoryIsInTheUsersCache() {
        assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "/var/me"), home).path())
                .isEqualTo(Path.of("/var/me/ipcbench"));
        assertThat(CacheDirectory.of(Map.of(), home).path()).isEqualTo(home.resolve(".cache/ipcbench"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative/caches"})
    void relativePathIsIgnored(String given) {
        assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", given), home).path())
                .isEqualTo(home.resolve(".cache/ipcbench"));
    }

    @Test
    void directoryIsMadeForThisUserOnly() throws IOException {
        CacheDirectory cache = CacheDirectory.of(Map.of(), home);
        cache.open();
        cache.open();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.path())))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx----w-"})
    void directoryThatOthersMayWriteIsRefused(String permissions) throws IOException {
        CacheDirectory cache = CacheDirectory.of(Map.of(), home);
        cache.open();
        Files.setPosixFilePermissions(cache.path(), PosixFilePermissions.fromString(permissions));

        assertThatIOException()
                .isThrownBy(cache::open)
                .withMessageContaining("other users may write to " + cache.path());
    }

    @Test
    void anotherUsersDirectoryIsRefused() throws IOException {
        CacheDirectory cache = CacheDirectory.of(Map.of(), home);
        cache.open();
        ForeignOwner.give(cache.path());

        assertThatIOException().isThrownBy(cache::open).withMessageContaining("belongs to another user");
    }

    /** The JVM's word for the home of a user without a name. */
    @Test
    void userWithoutAHomeHasNoCache() {
        assertThatIOException()
                .isThrownBy(CacheDirectory.of(Map.of(), Path.of("?"))::open)
                .withMessage("this user has no home directory; set XDG_CACHE_HOME to a directory for caches");
        assertThat(Path.of("?")).doesNotExist();
    }

    @Test
    void fileInPlaceOfTheDirectoryIsAnError() throws IOException {
        Files.writeString(home.resolve(".cache"), "");

        assertThatIOException().isThrownBy(CacheDirectory.of(Map.of(), home)::open);
    }
}
