package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnFilesTest {
    @TempDir
    private Path temporary;

    @Test
    void directoryIsForThisUserAloneAndMustNotBeThere() throws IOException {
        Path made = temporary.resolve("made");
        OwnFiles.createDirectory(made);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
        assertThatIOException()
                .isThrownBy(() -> OwnFiles.createDirectory(made))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void treeIsDeletedWithItsLinksButNotTheirTargets() throws IOException {
        Path precious = precious();
        Path root = tree(precious);

        OwnFiles.deleteTree(root);
        OwnFiles.deleteTree(root);

        assertThat(root).doesNotExist();
        assertThat(precious.resolve("file")).exists();
    }

    @Test
    void treeIsDeletedWithoutDirectoryHandlesToo() throws IOException {
        Path precious = precious();
        Path root = tree(precious);

        try (DirectoryStream<Path> directory = Files.newDirectoryStream(root)) {
            OwnFiles.emptyByPath(directory);
        }

        assertThat(root).isEmptyDirectory();
        assertThat(precious.resolve("file")).exists();
    }

    @Test
    void linkInTheTreesPlaceIsLeftAlone() throws IOException {
        Path precious = precious();
        Path link = Files.createSymbolicLink(temporary.resolve("link"), precious);

        OwnFiles.deleteTree(link);

        assertThat(link).isSymbolicLink();
        assertThat(precious.resolve("file")).exists();
    }

    @Test
    void linkSwappedInMeanwhileIsNotFollowed() throws IOException {
        Path precious = precious();
        Path inner = tree(precious).resolve("inner");
        Path aside = temporary.resolve("aside");
        try (DirectoryStream<Path> directory = Files.newDirectoryStream(inner)) {
            Files.move(inner, aside);
            Files.createSymbolicLink(inner, precious); // has a file of the same name

            assumeThat(directory).isInstanceOf(SecureDirectoryStream.class);
            OwnFiles.empty((SecureDirectoryStream<Path>) directory);
        }

        assertThat(aside).isEmptyDirectory();
        assertThat(precious.resolve("file")).exists();
    }

    @Test
    void anotherUsersTreeOrFileIsLeftAlone() throws IOException {
        Path root = tree(precious());
        Path file = Files.createFile(temporary.resolve("file"));
        ForeignOwner.give(root);
        ForeignOwner.give(file);

        OwnFiles.deleteTree(root);
        OwnFiles.deleteFile(file);

        assertThat(root.resolve("inner").resolve("file")).exists();
        assertThat(file).exists();
    }

    @Test
    void anotherUsersDirectoryInsideTheTreeStopsTheDeletion() throws IOException {
        Path root = tree(precious());
        Path foreign = root.resolve("inner");
        ForeignOwner.give(foreign);

        assertThatIOException().isThrownBy(() -> OwnFiles.deleteTree(root)).withMessageContaining("another user");
        assertThat(foreign.resolve("file")).exists();
    }

    private Path precious() throws IOException {
        Path precious = Files.createDirectory(temporary.resolve("precious"));
        Files.createFile(precious.resolve("file"));
        return precious;
    }

    private Path tree(Path precious) throws IOException {
        Path root = Files.createDirectory(temporary.resolve("root"));
        Path inner = Files.createDirectory(root.resolve("inner"));
        Files.createFile(inner.resolve("file"));
        Files.createSymbolicLink(inner.resolve("link"), precious);
        Files.createSymbolicLink(root.resolve("link"), precious.resolve("file"));
        return root;
    }
}
