package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.cli.Console;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files may be sent, made and replaced, found out before anything is. */
class TransferUsageTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.write(directory.resolve("file"), new byte[100_000]);
        Files.createFile(directory.resolve("empty"));
        Files.createDirectory(directory.resolve("sub"));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("file"));
        Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nowhere"));
        Path elsewhere = Files.createDirectory(directory.resolve("sub").resolve("elsewhere"));
        Files.createSymbolicLink(directory.resolve("away"), elsewhere);
        Files.createFile(directory.resolve("sub").resolve("empty"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # arguments, @ is a directory       | names           | says what is allowed
            transfer                            | 'FILE'          | Missing required parameter
            transfer @/none                     | FILE            | not found; give a file, or make one with --generate
            transfer @/none/file                | FILE            | not found
            transfer @/dangling                 | FILE            | not found
            transfer @/sub                      | FILE            | is a directory; give a regular file
            transfer /dev/null                  | FILE            | is not a regular file
            transfer @/file extra               | 'extra'         | takes at most 1 argument
            transfer @/file -s 15               | '--sizes'       | '15' is too small; a message of a file needs at least 16 bytes
            transfer @/file -s 4K,8             | '--sizes'       | '8' is too small; a message of a file needs at least 16 bytes
            transfer @/file --to @/sub          | '--to'          | is a directory; give the name of a file
            transfer @/file --to @/empty        | '--to'          | exists; give another, or replace it with --force
            transfer @/file --to @/dangling     | '--to'          | is not a regular file
            transfer @/file --to /dev/null --force | '--to'       | is not a regular file
            transfer @/file --to @/none/target  | '--to'          | directory '
            transfer @/file --to @/none/../empty | '--to'         | directory '
            transfer @/file --to @/away/../empty | '--to'         | exists; give another, or replace it with --force
            transfer @/file --to @/file/target  | '--to'          | directory '
            transfer @/file --to @/LONG         | '--to'          | cannot be a file name: File name too long; give another
            transfer @/file --to @/file --force | '--to'          | is the file to send
            transfer @/file --to @/link --force | '--to'          | is the file to send
            transfer @/link --to @/file --force | '--to'          | is the file to send
            transfer @/file --generate 1K       | FILE            | exists; omit --generate to send it as it is, or replace it with --force
            transfer @/sub --generate 1K --force | FILE           | is a directory
            transfer @/none/new --generate 1K   | FILE            | directory '
            transfer @/new --generate 0         | '--generate'    | between 1 byte and 1024T
            transfer @/new --generate 1048576G  | '--generate'    | /new' needs 1073741824.0 MiB, but its file system has only
            transfer @/new --generate 1K --to @/new | '--to'      | is the file to send
            transfer @/file -n 5                | '-n'            | --help
            """, quoteCharacter = '"')
    void wrongArgumentIsRefusedInOneLine(String arguments, String name, String allowed) {
        Console console = dry(arguments);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .startsWith("ipcbench transfer: ")
                .contains(name, allowed, "--help");
    }

    @Test
    void dryRunShowsMessagesAndRoomAndWritesNothing() throws IOException {
        Console console = dry("transfer @/new --generate 16M --to @/target -t uds,udp -s 65544,16 -i 2");

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.out())
                .hasSize(5)
                .startsWith(
                        "transfer uds, 65544 bytes, 256 messages, unpinned",
                        "transfer uds, 16 bytes, 2097152 messages, unpinned",
                        "transfer udp, 65544 bytes, 256 messages, unpinned: unsupported, may lose messages, but transfer"
                                + " needs every one");
        assertThat(console.out().get(4)).contains(" MiB of disk and 32.0 MiB on the target's file system; --seed ");
        try (var entries = Files.list(directory)) {
            assertThat(entries.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrderElementsOf(Set.of("file", "empty", "sub", "link", "dangling", "away"));
        }
    }

    @Test
    void emptyFileIsOneMessage() {
        assertThat(dry("transfer @/empty -t uds -s 4K").out())
                .first()
                .isEqualTo("transfer uds, 4096 bytes, 1 message, unpinned");
    }

    private Console dry(String arguments) {
        return Console.dry(arguments
                .replace("@", directory.toString())
                .replace("LONG", "n".repeat(1000))
                .split(" ", -1));
    }
}
