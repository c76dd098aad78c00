package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class Sha256Test {
    /** The example of FIPS 180-2. */
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void digestIsThatOfTheStandard() {
        assertThat(new Sha256().add("abc").hex()).isEqualTo(OF_ABC);
        assertThat(new Sha256().add("abc").hex(4)).isEqualTo(OF_ABC.substring(0, 8));
        assertThat(new Sha256().add("abc").bytes()).hasSize(32).startsWith(0xba, 0x78, 0x16, 0xbf);
    }

    @Test
    void textsAndFilesAddUp(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("b"), "b");

        assertThat(new Sha256()
                        .add("a")
                        .add(file)
                        .add(new ByteArrayInputStream("c".getBytes(StandardCharsets.UTF_8)))
                        .hex())
                .isEqualTo(OF_ABC);
    }

    @Test
    void contentMayBeLongerThanABlock(@TempDir Path directory) throws IOException {
        String text = "0123456789".repeat(10_000);
        Path file = Files.writeString(directory.resolve("long"), text);

        assertThat(new Sha256().add(file).hex())
                .isEqualTo(new Sha256().add(text).hex());
    }
}
