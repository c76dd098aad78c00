package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
    private static final String SERVICE = "META-INF/services/org.ipcbench.transport.Transport";

    @TempDir
    private Path directory;

    @Test
    void aMissingJarIsNamed() {
        assertRefused(directory.resolve("missing.jar"), "missing.jar", "no readable jar");
    }

    @Test
    void whatIsNoJarIsSaidToBeNone() throws IOException {
        assertRefused(Files.writeString(directory.resolve("readme.txt"), "nothing"), "readme.txt", "is no jar: ");
    }

    @Test
    void aJarWithoutTransportIsRefusedWithWhatItLacks() throws IOException {
        assertRefused(jar("empty.jar", "readme.txt", "nothing"), "empty.jar", SERVICE);
    }

    @Test
    void aTransportThatCannotBeLoadedIsRefused() throws IOException {
        assertRefused(jar("broken.jar", SERVICE, "com.example.Missing"), "broken.jar", "com.example.Missing");
    }

    private static void assertRefused(Path plugin, String... words) {
        Console console = Console.of("throughput", "--plugin", plugin.toString(), "--dry-run");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("--plugin")
                .contains(words);
    }

    private Path jar(String name, String entry, String content) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(entry));
            jar.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
