package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

    /** Reads a page by its path in the repository. */
    static MarkdownPage of(String path) throws IOException {
        Path file = REPOSITORY.resolve(path);
        return new MarkdownPage(file, Files.readAllLines(file));
    }

    /** Reads README, CONTRIBUTING and every page below docs. */
    static List<MarkdownPage> all() throws IOException {
        try (Stream<Path> docs = Files.walk(REPOSITORY.resolve("docs"))) {
            List<String> paths = Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md"),
                            docs.map(file -> REPOSITORY.relativize(file).toString())
                                    .filter(name -> name.endsWith(".md")))
                    .toList();
            return paths.stream().map(MarkdownPage::read).toList();
        }
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
        return lines.stream()
                .dropWhile(line -> !line.startsWith("| " + header + " |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(row -> row.split("\\|", -1)[1])
                .flatMap(cell -> groups(CODE, cell))
                .toList();
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
                .flatMap(line -> LONG_OPTION.matcher(line).results().map(MatchResult::group))
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

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }
}
