package org.ipcbench.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.ipcbench.launch.command.PeerSettings;

/** A plugin made of one of the samples, which is compiled against the program's jar alone. */
public final class SampleJar {
    public static final Path SAMPLES = Path.of("..", "samples");

    /** Where Python finds the library of described transports. */
    public static final Path PYTHON =
            SAMPLES.resolve("../peers/python").toAbsolutePath().normalize();

    private static final Path PROGRAM = Path.of("..", "target", "ipc-benchmarktest.jar");

    /** Chronicle Queue and what it needs, among the tests' libraries under -Pfull; none of its benchmarks. */
    private static final Pattern CHRONICLE =
            Pattern.compile(".*/(net/openhft/(?!jlbh/)|org/slf4j/).*(?<!-tests)\\.jar");

    /** The drivers of the servers that samples measure, and what they need, likewise. */
    private static final Pattern DRIVERS = Pattern.compile(
            ".*/(redis/clients/.*|org/postgresql/.*|org/apache/commons/commons-pool2/.*|org/slf4j/slf4j-api/.*)\\.jar");

    private SampleJar() {}

    /** Returns the jar of the sample with this name, made in a directory. */
    public static Path compile(String name, Path directory) throws IOException {
        return compile(name, directory, List.of());
    }

    /** Returns the jar of the sample that brings Chronicle Queue. */
    public static Path chronicleQueue(Path directory) throws IOException {
        return compile("chronicle-queue", directory, libraries(CHRONICLE));
    }

    /** Returns the jar of a sample of servers of users, with its driver. */
    public static Path ofServers(String name, Path directory) throws IOException {
        return compile(name, directory, libraries(DRIVERS));
    }

    private static List<Path> libraries(Pattern pattern) {
        return Stream.of(PeerSettings.currentClassPath().split(File.pathSeparator, -1))
                .filter(entry -> pattern.matcher(entry).matches())
                .map(Path::of)
                .toList();
    }

    /** Returns the jar of a sample with the libraries that the sample needs in it. */
    public static Path compile(String name, Path directory, List<Path> libraries) throws IOException {
        Path sample = SAMPLES.resolve(Path.of(name, "src", "main"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "--release",
                "17",
                "-proc:none",
                "-Xlint:all,-path,-classfile",
                "-Werror",
                "-cp",
                Stream.concat(Stream.of(PROGRAM), libraries.stream())
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)),
                "-d",
                classes.toString()));
        try (Stream<Path> sources = Files.walk(sample.resolve("java"))) {
            sources.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        Path plugin = directory.resolve(name + ".jar");
        try (OutputStream file = Files.newOutputStream(plugin);
                JarOutputStream jar = new JarOutputStream(file)) {
            addAll(classes, jar);
            addAll(sample.resolve("resources"), jar);
            for (Path library : libraries) {
                addLibrary(library, jar);
            }
        }
        return plugin;
    }

    /** All but what two jars may both have. */
    private static void addLibrary(Path library, JarOutputStream jar) throws IOException {
        try (JarFile file = new JarFile(library.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                boolean shared = entry.isDirectory()
                        || entry.getName().equals("module-info.class")
                        || (entry.getName().startsWith("META-INF/")
                                && !entry.getName().startsWith("META-INF/maven/net.openhft/chronicle-queue/"));
                if (!shared) {
                    jar.putNextEntry(new JarEntry(entry.getName()));
                    file.getInputStream(entry).transferTo(jar);
                }
            }
        }
    }

    private static void addAll(Path directory, JarOutputStream jar) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(directory.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }
}
