package org.ipcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limit of the size of packages, in every module and sample. Tests of a package have a directory, and a number, of their own. */
final class PackageSizesTest {
    /** More files, package-info included, are too many to keep in view. */
    private static final int MAX_FILES = 25;

    /** Fewer files, package-info included, are no room of their own: they join a neighbour. */
    private static final int MIN_FILES = 4;

    /** Of main code, samples and families left out: more are not found by looking (ADR 51). */
    private static final int MAX_MAIN_FILES = 665;

    /** Modules of families, each a package that nothing else names: a further one makes nothing harder to find. */
    private static final Pattern FAMILIES = Pattern.compile("(samples|transports|codecs)/.*");

    private static final Path REPOSITORY = Path.of("..");
    private static final Path MAIN = Path.of("src", "main", "java", "org", "some");
    private static final Path TEST = Path.of("src", "test", "java", "org", "some");

    @TempDir
    private Path root;

    @Test
    void noPackageHasMoreFilesThanOneCanTakeIn() throws IOException {
        assertThat(files(REPOSITORY).keySet())
                .extracting(Path::toString)
                .contains("benchmark-core/src/main/java/org/ipcbench/plan", "benchmark-core/src/test/java/org/ipcbench")
                .anyMatch(name -> name.matches("cli/src/test/.*"))
                .anyMatch(name -> name.matches("transports/src/test/.*"))
                .anyMatch(name -> name.matches("samples/[^/]*/src/main/.*"));

        assertThat(crowded(REPOSITORY))
                .as("packages with more than %d files, which need sub-packages", MAX_FILES)
                .isEmpty();
    }

    @Test
    void noPackageIsTooSmallForARoom() throws IOException {
        Map<Path, Long> small = new TreeMap<>(files(REPOSITORY));
        small.keySet()
                .removeIf(name -> !name.toString().contains("src/main/")
                        || name.startsWith("samples")); // a sample is as small as it can be
        small.values().removeIf(number -> number >= MIN_FILES);
        assertThat(small)
                .as("packages with less than %d files, which join a neighbour", MIN_FILES)
                .isEmpty();
    }

    @Test
    void mainCodeHasFewFiles() throws IOException {
        Map<Path, Long> main = new TreeMap<>(files(REPOSITORY));
        main.keySet()
                .removeIf(name -> !name.toString().contains("src/main/")
                        || FAMILIES.matcher(name.toString()).matches());

        assertThat(main.values().stream().mapToLong(Long::longValue).sum())
                .as("main files; a short type stands in the file that uses it")
                .isBetween(1L, (long) MAX_MAIN_FILES);
    }

    @Test
    void packageAndItsTestsAreNotAddedUp() throws IOException {
        fill(root.resolve("module").resolve(MAIN), MAX_FILES);
        fill(root.resolve("module").resolve(TEST), MAX_FILES);

        assertThat(files(root)).hasSize(2);
        assertThat(crowded(root)).isEmpty();
    }

    @Test
    void oneFileMoreIsNoticedInAPackageAndInItsTests() throws IOException {
        fill(root.resolve("module").resolve(MAIN), MAX_FILES + 1);
        fill(root.resolve("other").resolve(TEST), MAX_FILES + 1);
        fill(root.resolve("samples").resolve("sample").resolve(TEST), MAX_FILES + 1);

        assertThat(crowded(root))
                .containsOnlyKeys(
                        Path.of("module").resolve(MAIN),
                        Path.of("other").resolve(TEST),
                        Path.of("samples", "sample").resolve(TEST));
    }

    private static Map<Path, Long> crowded(Path root) throws IOException {
        Map<Path, Long> crowded = new TreeMap<>(files(root));
        crowded.values().removeIf(number -> number <= MAX_FILES);
        return crowded;
    }

    /** The number of source files in each directory of the modules and samples. */
    private static Map<Path, Long> files(Path root) throws IOException {
        Map<Path, Long> files = new TreeMap<>();
        addModules(root, root, files);
        if (Files.isDirectory(root.resolve("samples"))) {
            addModules(root, root.resolve("samples"), files);
        }
        return files;
    }

    private static void addModules(Path root, Path parent, Map<Path, Long> files) throws IOException {
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(parent, Files::isDirectory)) {
            for (Path module : modules) {
                if (Files.isDirectory(module.resolve("src"))) {
                    try (Stream<Path> sources = Files.walk(module.resolve("src"))) {
                        files.putAll(sources.filter(file -> file.toString().endsWith(".java"))
                                .collect(Collectors.groupingBy(
                                        file -> root.relativize(file.getParent()), Collectors.counting())));
                    }
                }
            }
        }
    }

    private static void fill(Path directory, int number) throws IOException {
        Files.createDirectories(directory);
        for (int i = 0; i < number; i++) {
            Files.createFile(directory.resolve("File%d.java".formatted(i)));
        }
    }
}
