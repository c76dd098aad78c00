package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param path where it is
 * @param lines its text
 */
record MarkdownPage(Path path, List<String> lines) {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(?:#[^)]*)?\\)");
    private static final Pattern CLASS = Pattern.compile("`([a-z]+/[A-Z][A-Za-z]*)`");
    private static final Pattern LONG_OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");

    /** What the build, a run or Git makes. */
    private static final Set<String> NO_SOURCES = Set.of("target", "output", ".git");

    /** Reads a page by its path in the repository. */
    static MarkdownPage of(String path) throws IOException {
        Path file = REPOSITORY.resolve(path);
        return new MarkdownPage(file, Files.readAllLines(file));
    }

    /** Reads every page of the repository. */
    static List<MarkdownPage> all() throws IOException {
        List<String> paths = new ArrayList<>();
        Files.walkFileTree(REPOSITORY, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(String.valueOf(directory.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    paths.add(REPOSITORY.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return paths.stream().sorted().map(MarkdownPage::read).toList();
    }

    /** Reads the pages that say how to use and to change the program: README and what stands in {@code docs} itself. */
    static List<MarkdownPage> ofUsers() throws IOException {
        Path documentation = REPOSITORY.resolve("docs");
        return all().stream()
                .filter(page -> page.path().equals(REPOSITORY.resolve("README.md"))
                        || documentation.equals(page.path().getParent()))
                .toList();
    }

    private static MarkdownPage read(String path) {
        try {
            return of(path);
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    /** What stands as code in the first cell of each row of the table with this first header. */
    List<String> codeInFirstColumn(String header) {
        return rows(header)
                .map(MarkdownPage::firstCell)
                .flatMap(cell -> groups(CODE, cell))
                .toList();
    }

    /** The long options in the table with this first header. */
    Set<String> longOptionsInTable(String header) {
        return rows(header).flatMap(row -> matches(LONG_OPTION, row)).collect(Collectors.toSet());
    }

    /** The long options in each row of the table with this first header, by the first word of the row. */
    Map<String, Set<String>> longOptionsByRow(String header) {
        return rows(header)
                .skip(2)
                .collect(Collectors.toMap(
                        row -> firstCell(row).replace("`", "").strip().split(" ", -1)[0],
                        row -> matches(LONG_OPTION, row).collect(Collectors.toSet())));
    }

    /** As {@code wc -w} counts them. */
    int words() {
        return lines.stream()
                .mapToInt(line -> line.isBlank() ? 0 : line.strip().split("\\s+").length)
                .sum();
    }

    /** Headings of the second level, split at commas. */
    List<String> sections() {
        return lines.stream()
                .filter(line -> line.startsWith("## "))
                .flatMap(line -> Stream.of(line.substring(3).split(", ", -1)))
                .toList();
    }

    /** Every word that looks like a long option, such as {@code --sizes}. */
    List<String> longOptions() {
        return lines.stream()
                .flatMap(line -> matches(LONG_OPTION, line))
                .distinct()
                .toList();
    }

    /** The targets of the links that lead to files. */
    List<Path> linkedFiles() {
        return lines.stream()
                .flatMap(line -> groups(LINK, line))
                .filter(target -> !target.contains("://"))
                .map(path::resolveSibling)
                .toList();
    }

    /** Source files of the classes named with their package, such as {@code plan/Runner}; each in one of these modules. */
    List<List<Path>> namedSources(List<String> modules) {
        return lines.stream()
                .flatMap(line -> groups(CLASS, line))
                .distinct()
                .map(name -> modules.stream()
                        .map(module -> REPOSITORY.resolve(module + "/src/main/java/org/ipcbench/" + name + ".java"))
                        .toList())
                .toList();
    }

    /** In the names of tests. */
    @Override
    public String toString() {
        return REPOSITORY.relativize(path).toString();
    }

    /** Header, rule and rows of the table with this first header. */
    private Stream<String> rows(String header) {
        return lines.stream()
                .dropWhile(line -> !line.startsWith("| " + header + " |"))
                .takeWhile(line -> line.startsWith("|"));
    }

    private static String firstCell(String row) {
        return row.split("\\|", -1)[1];
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group);
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }
}
