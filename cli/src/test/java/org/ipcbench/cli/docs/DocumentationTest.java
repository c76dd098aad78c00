package org.ipcbench.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.cli.Main;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The documentation says what the program has. */
class DocumentationTest {
    /** Options of the JVM and of other programs that the documentation explains. */
    private static final Set<String> OPTIONS_OF_OTHER_PROGRAMS = Set.of(
            "--cpu", // of a neighbour
            "--streams", // of a peer
            "--own-directory",
            "--add-opens",
            "--enable-native-access",
            "--sun-misc-unsafe-memory-access",
            "--offline",
            "--adapter",
            "--file",
            "--container",
            "--by",
            "--csv",
            "--cpuset-cpus",
            "--for",
            "--http2-prior-knowledge", // of curl
            "--unix-socket",
            "--bench-ipc", // of iceoryx2's benchmark
            "--cfg", // of zenoh's examples
            "--input", // of hyperfine
            "--no-multicast-scouting",
            "--release", // of Cargo
            "--init",
            "--jar",
            "--name",
            "--network",
            "--one-thread",
            "--repos",
            "--rm",
            "--security-opt",
            "--threads",
            "--time",
            "--overlap",
            "--shm-size",
            "--sysctl",
            "--userns");

    /** The command without a subcommand, as the table of options calls it. */
    private static final String FIRST_FORM = "first form";

    private static final String ALL_THAT_MEASURE = "all that measure";
    private static final Set<String> MEASURING = Set.of(
            "throughput",
            "latency",
            "connect",
            "load",
            "block",
            "transfer",
            "fail",
            "publish",
            "reproduce",
            "advise",
            FIRST_FORM);

    /** With a value behind it or without. */
    private static final Pattern OPTION = Pattern.compile("-[a-z]|--[a-z].*", Pattern.DOTALL);

    /** A page that grows makes another one shorter: nobody reads more than this. */
    private static final int MAX_WORDS = 27_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/transports.md"})
    void tableOfTransportsListsTheRegistry(String page) throws IOException {
        assertThat(MarkdownPage.of(page).codeInFirstColumn("id")).containsExactlyInAnyOrderElementsOf(ids());
    }

    @Test
    void everyTransportHasItsSection() throws IOException {
        assertThat(MarkdownPage.of("docs/transports.md").sections()).containsExactlyInAnyOrderElementsOf(ids());
    }

    @Test
    void tableOfCsvColumnsIsTheHeader() throws IOException {
        Path csv = directory.resolve(CsvReport.FILE_NAME);
        new CsvReport(RunOrigin.UNKNOWN).write(new RunResult(List.of(), false), csv);

        assertThat(MarkdownPage.of("docs/csv.md").codeInFirstColumn("column"))
                .containsExactly(Files.readString(csv).strip().split(",", -1));
    }

    @Test
    void valuesOfCsvColumnsAreThoseOfTheQuestions() throws IOException {
        assertThat(meaning("`Workload`"))
                .containsAll(Stream.of(Question.values()).map(Question::label).toList());
        assertThat(meaning("`LatencyKind`"))
                .containsAll(Stream.of(Question.values())
                        .filter(question -> question != Question.TRANSFER) // its messages carry no send time
                        .map(question -> question.latencyKind().label())
                        .toList());
    }

    private static Set<String> meaning(String column) throws IOException {
        return MarkdownPage.of("docs/csv.md").rows("column").stream()
                .filter(row -> row.get(0).startsWith(column))
                .flatMap(row -> MarkdownPage.code(row.get(1)).stream())
                .collect(Collectors.toSet());
    }

    @Test
    void everyOptionInTheDocumentationExists() throws IOException {
        Set<String> existing =
                options().flatMap(option -> Stream.of(option.names())).collect(Collectors.toSet());
        existing.addAll(OPTIONS_OF_OTHER_PROGRAMS);

        for (MarkdownPage page : MarkdownPage.all()) {
            assertThat(existing).as(page.path().toString()).containsAll(page.longOptions());
        }
    }

    @Test
    void everyOptionIsDocumented() throws IOException {
        Set<String> documented = MarkdownPage.all().stream()
                .flatMap(page -> page.longOptions().stream())
                .collect(Collectors.toSet());

        assertThat(documented)
                .containsAll(options().map(OptionSpec::longestName).collect(Collectors.toSet()));
    }

    /** A command with an option of another command does not work, though the option exists. */
    @Test
    void everyCommandOfAPageHasOnlyItsOptions() throws IOException {
        CommandLine program = program();
        List<List<String>> commands = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.ofUsers()) {
            page.commandsOfTheSuite().map(MarkdownPage::words).forEach(commands::add);
        }
        assertThat(commands).hasSizeGreaterThan(program.getSubcommands().size()).allSatisfy(words -> {
            CommandLine command = program.getSubcommands().getOrDefault(words.get(0), program);
            assertThat(words.stream()
                            .filter(word -> OPTION.matcher(word).matches())
                            .map(word -> word.replaceFirst("=.*", ""))
                            .filter(name -> command.getCommandSpec().findOption(name) == null))
                    .as("%s", words)
                    .isEmpty();
        });
    }

    /** Of each command by itself: an option of another command with the same name documents nothing. */
    @Test
    void tableOfOptionsSaysWhichCommandHasWhich() throws IOException {
        Map<String, CommandLine> commands = new HashMap<>(program().getSubcommands());
        commands.put(FIRST_FORM, program());
        Map<String, Set<String>> documented = new TreeMap<>();
        for (List<String> row : MarkdownPage.of("README.md").rows("options")) {
            Set<String> having = new HashSet<>(row.get(1).equals("all") ? commands.keySet() : Set.of());
            having.addAll(MarkdownPage.code(row.get(1)));
            if (row.get(1).contains(FIRST_FORM)) {
                having.add(FIRST_FORM);
            }
            if (row.get(1).contains(ALL_THAT_MEASURE)) {
                having.addAll(MEASURING);
            }
            List<String> longNames = MarkdownPage.code(row.get(0)).stream()
                    .filter(name -> name.startsWith("--"))
                    .toList();
            having.forEach(command -> documented
                    .computeIfAbsent(command, unused -> new TreeSet<>())
                    .addAll(longNames));
        }

        assertThat(documented).containsOnlyKeys(commands.keySet());
        assertThat(commands)
                .allSatisfy((name, command) -> assertThat(documented.get(name))
                        .as(name)
                        .isEqualTo(command.getCommandSpec().options().stream()
                                .map(OptionSpec::longestName)
                                .collect(Collectors.toSet())));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pageRendersAsItIsMeant(MarkdownPage page) {
        assertThat(RenderedPage.of(page).faults()).isEmpty();
    }

    static List<MarkdownPage> pages() throws IOException {
        return MarkdownPage.all();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```sh\nls\n",
                "```\n## Heading\n```",
                "```sh\n| a | b |\n| --- | --- |\n```",
                "```\nsee [there](other.md)\n```",
                "    ## Heading",
                "text\n####Heading",
                "a | b\n| --- |",
                "see [there] (other.md)",
            })
    void whatDoesNotRenderIsFound(String text) {
        assertThat(RenderedPage.of(text).faults()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "## Heading\n\n```sh\n# a comment\nls | wc\n```\n\n| a | b |\n| --- | --- |\n| 1 | [c](d.md) |",
                "```\n+---+---+\n| a | b |\n+---+---+\n```",
                "`| --- |` and `## Heading`"
            })
    void whatRendersIsNoFault(String text) {
        assertThat(RenderedPage.of(text).faults()).isEmpty();
    }

    @Test
    void allPagesTogetherStayShort() throws IOException {
        assertThat(MarkdownPage.ofUsers().stream().mapToInt(MarkdownPage::words).sum())
                .isLessThanOrEqualTo(MAX_WORDS);
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        for (MarkdownPage page : MarkdownPage.all()) {
            assertThat(page.linkedFiles())
                    .as(page.path().toString())
                    .allSatisfy(file -> assertThat(file).exists());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/architecture.md", "CONTRIBUTING.md"})
    void everyClassOnTheMapExists(String map) throws IOException {
        assertThat(MarkdownPage.of(map).namedSources(List.of("benchmark-core", "cli")))
                .isNotEmpty()
                .allSatisfy(sources -> assertThat(sources)
                        .anySatisfy(source -> assertThat(source).exists()));
    }

    private static List<String> ids() {
        return TransportRegistry.load().all().stream().map(Transport::id).toList();
    }

    private static CommandLine program() {
        Terminal terminal = new Terminal(InputStream.nullInputStream(), System.out, System.err);
        return Main.commandLine(new CliContext(terminal, TransportRegistry.load(), ""));
    }

    private static Stream<OptionSpec> options() {
        CommandLine program = program();
        return Stream.concat(Stream.of(program), program.getSubcommands().values().stream())
                .flatMap(command -> command.getCommandSpec().options().stream());
    }
}
