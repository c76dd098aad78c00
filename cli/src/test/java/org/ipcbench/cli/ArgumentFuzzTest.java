package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Whatever somebody types, the program ends soon, with a documented exit code and without a stack trace. */
class ArgumentFuzzTest {
    private static final int LISTS = 100;
    private static final int ALL_LISTS = 1_000;

    /** Longer than any list takes, even while others keep this machine busy. */
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** More than fits on a screen is not one clear line. */
    private static final int MAX_LINE_LENGTH = 1_200;

    private static final int SHOWN = 120;

    private static final CommandLine PROGRAM = program();

    private final ExecutorService caller = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "program");
        thread.setDaemon(true); // where it hangs, nothing else does
        return thread;
    });

    @TempDir
    Path place;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.writeString(place.resolve("data"), "data");
        Files.createDirectory(place.resolve("directory"));
        Files.createSymbolicLink(place.resolve("link"), place.resolve("nowhere"));
        new JarOutputStream(Files.newOutputStream(place.resolve("empty.jar")), new Manifest()).close();
    }

    @AfterEach
    void stopCaller() {
        caller.shutdownNow();
    }

    @Test
    void everyListEndsSoonWithADocumentedExitCode() throws Exception {
        run(0, LISTS);
    }

    @Tag("full")
    @Test
    void everyFurtherListEndsSoonWithADocumentedExitCode() throws Exception {
        run(LISTS, ALL_LISTS);
    }

    private void run(int firstSeed, int endSeed) throws Exception {
        List<String> before = surroundings();
        int measurable = 0;
        for (int seed = firstSeed; seed < endSeed; seed++) {
            String[] arguments =
                    new RandomArguments(seed, place, PROGRAM).list().toArray(String[]::new);
            String description = "seed %d: %s".formatted(seed, shown(arguments));
            if (mayMeasure(arguments)) {
                continue;
            }
            Console console = call(description, arguments);
            measurable += verify(description, console) == 0 ? 1 : 0;
            assertThat(surroundings()).as(description).isEqualTo(before);
        }
        assertThat(measurable)
                .as("lists that were not refused")
                .isBetween((endSeed - firstSeed) / 20, endSeed - firstSeed);
    }

    private static int verify(String description, Console console) {
        assertThat(console.exitCode()).as("%s%n%s", description, console.err()).isIn(0, 2);
        if (console.exitCode() == 0) {
            assertThat(console.err()).as(description).isEmpty();
            assertThat(console.out()).as(description).isNotEmpty();
        } else {
            assertThat(console.out()).as(description).isEmpty();
            assertThat(console.err())
                    .as(description)
                    .singleElement()
                    .asString()
                    .startsWith("ipcbench")
                    .doesNotContain("Exception", "\tat ")
                    .hasSizeLessThan(MAX_LINE_LENGTH);
        }
        return console.exitCode();
    }

    private Console call(String description, String... arguments) throws Exception {
        Future<Console> call = caller.submit(() -> Console.of(arguments));
        try {
            return call.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(description + " still runs: " + stack(), e);
        } catch (ExecutionException e) {
            throw new AssertionError(description, e);
        }
    }

    private static String stack() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals("program"))
                .map(entry -> Arrays.toString(entry.getValue()))
                .findAny()
                .orElse("");
    }

    /** Whether a list might measure, as where an option has taken the one that makes a dry run for its value. */
    private static boolean mayMeasure(String... arguments) {
        try {
            ParseResult parsed = PROGRAM.parseArgs(arguments);
            ParseResult last = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
            return Stream.of(parsed, last)
                    .noneMatch(each -> each.hasMatchedOption(RandomArguments.DRY_RUN)
                            || each.isUsageHelpRequested()
                            || each.isVersionHelpRequested());
        } catch (ParameterException e) {
            return false; // it is refused
        }
    }

    /** Files of the directory that the arguments name, and those of the working directory. */
    private List<String> surroundings() throws IOException {
        try (Stream<Path> named = Files.walk(place);
                Stream<Path> here = Files.list(Path.of(""))) {
            return Stream.concat(named.map(ArgumentFuzzTest::described), here.map(Path::toString))
                    .sorted()
                    .toList();
        }
    }

    private static String described(Path file) {
        try {
            return "%s %s"
                    .formatted(
                            file,
                            Files.isDirectory(file)
                                    ? ""
                                    : Files.readAttributes(file, "size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String shown(String... arguments) {
        return Stream.of(arguments)
                .map(argument -> argument.length() <= SHOWN
                        ? "'" + argument + "'"
                        : "'%s'… (%d characters)".formatted(argument.substring(0, SHOWN), argument.length()))
                .toList()
                .toString();
    }

    private static CommandLine program() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return Main.commandLine(new CliContext(
                new Terminal(InputStream.nullInputStream(), nowhere, nowhere), TransportRegistry.load(), ""));
    }
}
