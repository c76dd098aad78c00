package org.ipcbench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a command: with {@code --help} all of it, commands first and options under headings; with {@code -h} what fits a
 * screen.
 */
final class HelpText {
    private static final int COLUMNS = 80;

    private static final int NAME_COLUMNS = 26;

    /** Blanks around names. */
    private static final int INDENT = 3;

    /** Lines of footers that are examples. */
    private static final String EXAMPLE = "  ipcbench ";

    /** Options in the order in which most people need them; a screen has the first ones that a command knows. */
    private static final List<String> USUAL = List.of(
            "--transports",
            "--sizes",
            "--event",
            "--subscribers",
            "--slow",
            "--when-full",
            "--rate",
            "--p99",
            "--iterations",
            "--duration",
            "--placement",
            "--answer",
            "--work",
            "--in-flight",
            "--clients",
            "--export",
            "--output",
            "--dry-run",
            "--vary",
            "--fail-on",
            "--history",
            "--force",
            "--plugin",
            "--clean");

    private static final int MAX_OPTIONS = 10;

    /** Characters behind a colon that {@code --help} has and a screen has not. */
    private static final int LONG_LIST = 60;

    /** Beside the commands there is less room. */
    private static final int MAX_OPTIONS_OF_ROOT = 5;

    /** What an option is about, in the order of help; a setting's option says it itself. */
    enum Topic {
        /** All options that no other topic lists. */
        ASKED("What is asked", ""),
        TRANSPORTS("Transports", "transports plugin leave-out"),
        WHERE(
                "Where the peers run",
                "placement jvm jvm-args vary peer server-via client-via remote-java server-address"),
        HOW_LONG("How long", "iterations precision max-time warmup timeout seed"),
        OUTPUT("Output", "output export label locale width blocks verbose no-progress dry-run help version"),
        GATES("Gates", "fail-on ignore plan");

        private final String heading;
        private final String options;

        Topic(String heading, String options) {
            this.heading = heading;
            this.options = " " + options + " ";
        }

        static Topic of(OptionSpec option) {
            return Setting.all().stream()
                    .flatMap(setting -> setting.option().stream())
                    .filter(asked -> asked.name().equals(option.longestName()))
                    .map(asked -> of(asked.about()))
                    .findFirst()
                    .or(() -> Stream.of(values())
                            .filter(topic ->
                                    topic.options.contains(option.longestName().replaceFirst("--", " ") + " "))
                            .findFirst())
                    .orElse(ASKED);
        }

        private static Topic of(Setting.About about) {
            return switch (about) {
                case QUESTION -> ASKED;
                case TRANSPORT -> TRANSPORTS;
                case PLACE -> WHERE;
            };
        }
    }

    private HelpText() {}

    /** Arranges the help of a command and its subcommands. */
    static void arrange(CommandLine commandLine) {
        List<String> keys = new ArrayList<>(commandLine.getHelpSectionKeys());
        List<String> commands =
                List.of(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        keys.removeAll(commands);
        keys.addAll(keys.indexOf(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING), commands);
        commandLine.setHelpSectionKeys(keys);
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        commandLine.getSubcommands().values().forEach(HelpText::arrange);
    }

    private static String options(Help help) {
        StringBuilder text = new StringBuilder();
        for (Topic topic : Topic.values()) {
            List<OptionSpec> options = help.commandSpec().options().stream()
                    .filter(option -> !option.hidden() && Topic.of(option) == topic)
                    .toList();
            if (!options.isEmpty()) {
                Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
                layout.addOptions(options, help.parameterLabelRenderer());
                text.append(System.lineSeparator())
                        .append(topic.heading)
                        .append(":")
                        .append(System.lineSeparator())
                        .append(layout);
            }
        }
        return text.toString();
    }

    /** What the command answers, the options that people use, and examples. */
    static String brief(CommandSpec command) {
        boolean isRoot = command.parent() == null;
        List<String> lines = new ArrayList<>();
        String name = command.qualifiedName();
        lines.add("Usage: " + name + (isRoot ? " [COMMAND]" : "") + " [OPTION...]" + parameters(command));
        lines.addAll(
                wrapped(firstSentence(String.join(" ", command.usageMessage().description())), 0));
        lines.add("");
        if (isRoot) {
            command.subcommands()
                    .forEach((each, line) -> lines.addAll(row(
                            each,
                            String.join(
                                            " ",
                                            line.getCommandSpec().usageMessage().description())
                                    .replaceFirst("(?<=\\w{3}|go)[:,.;] .*| and compares what.*", ""))));
            lines.add("");
        }
        USUAL.stream()
                .map(command::findOption)
                .filter(option -> option != null)
                .limit(isRoot ? MAX_OPTIONS_OF_ROOT : MAX_OPTIONS)
                .forEach(option -> lines.addAll(row(names(option), beginning(String.join(" ", option.description())))));
        List<String> examples = Stream.of(command.usageMessage().footer())
                .filter(line -> line.startsWith(EXAMPLE))
                .toList();
        if (!examples.isEmpty()) {
            lines.add("");
            lines.add("Examples:");
            lines.addAll(examples);
        }
        lines.add("");
        lines.add("All options: " + name + " --help");
        return lines.stream()
                .map(line -> line.replace("%%", "%").stripTrailing() + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private static String parameters(CommandSpec command) {
        return command.positionalParameters().stream()
                .map(parameter -> (parameter.arity().min() == 0
                                ? "[" + label(parameter.paramLabel()) + "]"
                                : parameter.paramLabel())
                        + (parameter.arity().max() > 1 ? "..." : ""))
                .collect(Collectors.joining(" ", " ", ""))
                .stripTrailing();
    }

    private static String label(String label) {
        return label.replaceAll("^\\[|]$", "");
    }

    private static String names(OptionSpec option) {
        String label = option.paramLabel();
        return option.longestName().equals(option.shortestName())
                ? "    %s".formatted(option.longestName()) + (option.arity().max() == 0 ? "" : "=" + label)
                : "%s, %s".formatted(option.shortestName(), option.longestName())
                        + (option.arity().max() == 0 ? "" : "=" + label);
    }

    /** A name and what it stands for, which continues below itself. */
    private static List<String> row(String name, String text) {
        String head = String.format(Locale.ROOT, "  %-" + NAME_COLUMNS + "s ", name);
        List<String> lines = new ArrayList<>(wrapped(text, NAME_COLUMNS + INDENT));
        if (head.length() > NAME_COLUMNS + INDENT) {
            lines.add(0, head);
        } else {
            lines.set(0, head + lines.get(0).substring(NAME_COLUMNS + INDENT));
        }
        return lines;
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    /** A description up to its first details. */
    private static String beginning(String description) {
        return description
                .replaceAll(" \\([^)]*\\)", "")
                .replaceFirst("(?<=\\w{2})[;.] .*", "")
                .replaceFirst("(?<=.{20}\\w): .{%d,}".formatted(LONG_LIST), "")
                .replaceFirst("\\.$", "");
    }

    private static List<String> wrapped(String text, int indent) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(" ".repeat(indent));
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() >= COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(indent));
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString());
        return lines;
    }
}
