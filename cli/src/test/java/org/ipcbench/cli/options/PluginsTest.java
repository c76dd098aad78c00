package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.ipcbench.cli.Console;
import org.ipcbench.run.program.Plugins;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
    private static final String SERVICE = "META-INF/services/org.ipcbench.transport.Transport";

    private static final String FUTURE = "com/example/Future.class";
    private static final int CLASS_FILE = 0xCAFEBABE;
    private static final int FUTURE_VERSION = 999;

    @TempDir
    private Path directory;

    @Test
    void jarWhosePathAClassPathWouldDivideIsRefused(@TempDir Path directory) throws IOException {
        Path jar = Files.createDirectory(directory.resolve("a:b")).resolve("x.jar");
        Files.writeString(jar, "");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plugins.existing(jar.toString()))
                .withMessageStartingWith("'%s' has a ':' in its path", jar);
    }

    @Test
    void missingJarIsNamed() {
        assertRefused(directory.resolve("missing.jar"), "missing.jar", "not a readable jar");
    }

    @Test
    void fileThatIsNotAJarIsRefused() throws IOException {
        assertRefused(Files.writeString(directory.resolve("readme.txt"), "nothing"), "readme.txt", "is not a jar: ");
    }

    @Test
    void jarWithoutTransportIsRefusedAndTheMissingEntryNamed() throws IOException {
        assertRefused(jar("empty.jar", "readme.txt", "nothing"), "empty.jar", SERVICE);
    }

    @Test
    void transportThatCannotBeLoadedIsRefused() throws IOException {
        assertRefused(jar("broken.jar", SERVICE, "com.example.Missing"), "broken.jar", "com.example.Missing");
    }

    @Test
    void jarForANewerJavaIsRefused() throws IOException {
        ByteBuffer beginning = ByteBuffer.allocate(8).putInt(CLASS_FILE).putInt(FUTURE_VERSION);

        assertRefused(
                jar("future.jar", Map.of(SERVICE, bytes("com.example.Future"), FUTURE, beginning.array())),
                "future.jar",
                "com/example/Future has been compiled by a more recent version");
    }

    @Test
    void jarThatLacksAClassIsRefused() throws IOException {
        Path sources = Files.createDirectory(directory.resolve("sources"));
        Path missing = Files.writeString(sources.resolve("Missing.java"), "public class Missing {}");
        Path heir = Files.writeString(sources.resolve("Heir.java"), "public class Heir extends Missing {}");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, missing.toString(), heir.toString()))
                .isZero();

        assertRefused(
                jar(
                        "partial.jar",
                        Map.of(
                                SERVICE,
                                bytes("Heir"),
                                "Heir.class",
                                Files.readAllBytes(sources.resolve("Heir.class")))),
                "partial.jar",
                "NoClassDefFoundError: Missing");
    }

    @Test
    void transportWhoseOwnCodeFailsIsRefused() throws IOException {
        Path source = Files.writeString(directory.resolve("Faulty.java"), """
                import java.util.Set;
                import org.ipcbench.transport.*;

                public class Faulty implements Transport {
                    public TransportInfo info() {
                        return new TransportInfo("faulty", "faulty", "FAULTY", Set.of(), 1);
                    }
                    public Traits traits() { throw new AssertionError("no traits"); }
                    public Listener listen(Session session) { throw new UnsupportedOperationException(); }
                    public Channel connect(Session session, String address) { throw new UnsupportedOperationException(); }
                }
                """);
        String classPath = System.getProperty("java.class.path");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", classPath, source.toString()))
                .isZero();

        assertRefused(
                jar(
                        "faulty.jar",
                        Map.of(
                                SERVICE,
                                bytes("Faulty"),
                                "Faulty.class",
                                Files.readAllBytes(directory.resolve("Faulty.class")))),
                "faulty.jar",
                "Faulty fails with java.lang.AssertionError: no traits");
    }

    @Test
    void digestOfADescriptionIsOfWhatItsCommandsName() throws IOException {
        Path described = Files.createDirectory(directory.resolve("mine"));
        Files.writeString(
                described.resolve("transport.json"),
                "{'id':'mine','title':'mine','waits':'blocking','peer':['sh','peer.sh']}".replace('\'', '"'));
        Path peer = Files.writeString(described.resolve("peer.sh"), "exit 1");
        String digest = Plugins.digest(described);

        Files.createDirectory(described.resolve("__pycache__"));
        Files.writeString(described.resolve("notes.txt"), "new");
        assertThat(Plugins.digest(described)).isEqualTo(digest);

        Files.writeString(peer, "exit 2");
        assertThat(Plugins.digest(described)).isNotEqualTo(digest);
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
        return jar(name, Map.of(entry, bytes(content)));
    }

    private Path jar(String name, Map<String, byte[]> contents) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            for (Map.Entry<String, byte[]> content : contents.entrySet()) {
                jar.putNextEntry(new JarEntry(content.getKey()));
                jar.write(content.getValue());
            }
        }
        return file;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
