package org.ipcbench.cli.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
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
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+/)+[A-Z][A-Za-z]*)`");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s+)#.*$");
    private static final Pattern LONG_OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");

    /** The program with its arguments, up to a pipe or another command. */
    private static final Pattern OF_THE_SUITE =
            Pattern.compile("^(?:(?:\\./)?ipcbench|java -jar \\S*(?:ipc-benchmarktest|new)\\.jar) ([^|>;&]+)");

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

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
        return rows(header).stream()
                .flatMap(cells -> groups(CODE, cells.get(0)))
                .toList();
    }

    /** The cells of each row below the header of the table with this first header. */
    List<List<String>> rows(String header) {
        return lines.stream()
                .dropWhile(line -> !line.startsWith("| " + header + " |"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(row -> Stream.of(row.split("\\|", -1))
                        .skip(1)
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /** What stands as code in a text. */
    static Set<String> code(String text) {
        return groups(CODE, text).collect(Collectors.toSet());
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

    /** Each command in a block of the shell, in one line, without comments. */
    List<String> commands() {
        List<String> commands = new ArrayList<>();
        boolean isShell = false;
        boolean isContinued = false;
        for (String line : lines) {
            if (line.strip().startsWith("```")) {
                isShell = line.strip().equals("```sh");
            } else if (isShell) {
                String text = COMMENT.matcher(line.strip()).replaceFirst("");
                boolean continues = text.endsWith("\\");
                String part = continues ? text.substring(0, text.length() - 1).strip() : text;
                if (isContinued) {
                    commands.set(commands.size() - 1, commands.get(commands.size() - 1) + " " + part);
                } else if (!part.isEmpty()) {
                    commands.add(part);
                }
                isContinued = continues;
            }
        }
        return commands;
    }

    /** Each command of the suite that stands in its text or a table. */
    List<String> commandsInText() {
        return lines.stream()
                .flatMap(line -> groups(CODE, line))
                .filter(code -> code.startsWith("ipcbench "))
                .toList();
    }

    /** The arguments of each command of the suite, in blocks and in the text, as one line. */
    Stream<String> commandsOfTheSuite() {
        return Stream.concat(commands().stream(), lines.stream().flatMap(line -> groups(CODE, line)))
                .map(OF_THE_SUITE::matcher)
                .filter(Matcher::find)
                .map(command -> command.group(1));
    }

    /** The words of a command's arguments, as a shell tells them apart. */
    static List<String> words(String arguments) {
        return WORD.matcher(arguments)
                .results()
                .map(word -> word.group().replaceAll("['\"]", ""))
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

    /** In the names of tests. */
    @Override
    public String toString() {
        return REPOSITORY.relativize(path).toString();
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }
}
