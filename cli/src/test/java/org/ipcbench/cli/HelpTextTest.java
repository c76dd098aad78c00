package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTextTest {
    private static final String PROGRAM = "  ipcbench ";
    private static final int SCREEN_LINES = 40;
    private static final int SCREEN_COLUMNS = 80;
    private static final String ASKED = """
            endpoint anywhere sizes count duration total event heartbeat subscribers slow when-full notice-death both-ways
            rate arrivals pacing answer work codec in-flight clients client-threads server-model payload p99 to generate force
            from allow-loss normalize-by history clean""";

    static Stream<CommandSpec> commands() {
        CommandLine root = Main.commandLine(new CliContext(
                new Terminal(
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream()),
                TransportRegistry.load(),
                ""));
        return Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsAScreenAndNamesAnExampleAndTheWholeHelp(CommandSpec command) {
        List<String> arguments = command.parent() == null ? List.of("-h") : List.of(command.name(), "-h");
        Console help = Console.of(arguments.toArray(String[]::new));

        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .hasSizeLessThanOrEqualTo(SCREEN_LINES)
                .allMatch(line -> line.length() <= SCREEN_COLUMNS)
                .anyMatch(line -> line.startsWith("  ipcbench"))
                .last()
                .isEqualTo("All options: %s --help".formatted(command.qualifiedName()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void examplesAreUnderstood(CommandSpec command) {
        List<String> examples = Stream.of(command.usageMessage().footer())
                .filter(line -> line.startsWith(PROGRAM))
                .map(line -> line.substring(PROGRAM.length()).replace("%%", "%"))
                .toList();

        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(example -> assertThatCode(
                                () -> command.root().commandLine().parseArgs(example.split(" ", -1)))
                        .as(example)
                        .doesNotThrowAnyException());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void wholeHelpHasEveryOptionUnderAHeading(CommandSpec command) {
        List<String> arguments = command.parent() == null ? List.of("--help") : List.of(command.name(), "--help");
        String help =
                String.join("\n", Console.of(arguments.toArray(String[]::new)).out());

        assertThat(command.options().stream().filter(option -> !option.hidden()).map(OptionSpec::longestName))
                .allMatch(name -> help.matches("(?s).*\n[A-Z][a-z ]+:\n.*%s\\b.*".formatted(name)));
    }

    /** A new option stands under "What is asked" unless another topic lists it; this list makes its author look. */
    @Test
    void optionsThatNoOtherTopicListsAreTheseAndThoseOfSettings() {
        List<String> settings = Setting.all().stream()
                .flatMap(setting -> setting.option().stream())
                .map(Setting.Option::name)
                .toList();

        assertThat(commands()
                        .flatMap(command -> command.options().stream())
                        .filter(option -> !option.hidden() && HelpText.Topic.of(option) == HelpText.Topic.ASKED)
                        .map(OptionSpec::longestName)
                        .filter(name -> !settings.contains(name))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Arrays.stream(ASKED.split("\\s+"))
                        .map(name -> "--" + name)
                        .toArray(String[]::new));
    }
}
