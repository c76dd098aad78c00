package org.ipcbench.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.cli.terminal.MessageLine;
import org.ipcbench.text.NearestName;
import org.ipcbench.text.Quantity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes in one line what is wrong with a command line. */
final class UsageMessage {
    /** Picocli's message if an option of a group of alternatives is given twice. */
    private static final String GROUP_TWICE = "^expected only one match but got (\\[[^]]*\\]).*";

    /**
     * Names of options from before the first release, which scripts and habits may still use, and their names today.
     */
    private static final Map<String, String> FORMER_NAMES = Map.of(
            "--accept", "--ignore-reasons",
            "--anyway", "--ignore-environment",
            "--isolated", "--no-shared-memory",
            "--may-lose", "--allow-loss",
            "--no-spin", "--blocking-only",
            "--ruler", "--normalize-by",
            "--salvage", "--skip-damaged",
            "--serve", "--server-model");

    private UsageMessage() {}

    static String of(ParameterException problem) {
        return MessageLine.of(describe(problem));
    }

    private static String describe(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched) {
            return ofUnmatched(unmatched, unmatched.getUnmatched());
        }
        boolean positional =
                problem.getArgSpec() != null && problem.getArgSpec().isPositional();
        List<String> unmatchedBefore = problem.getCommandLine().getUnmatchedArguments();
        if (positional && !unmatchedBefore.isEmpty()) {
            return ofUnmatched(problem, unmatchedBefore); // the value of an unknown option
        }
        if (positional && isWord(problem.getValue()) && isVolume(problem.getArgSpec())) {
            Set<String> commands = problem.getCommandLine().getSubcommands().keySet();
            return "'%s' is not a command%s Allowed: %s, or %s"
                    .formatted(
                            problem.getValue(),
                            orFullStop(new NearestName(commands).question(problem.getValue())),
                            String.join(", ", commands),
                            Quantity.GIGABYTES);
        }
        return message(problem);
    }

    /** A command is mistaken for the first argument of the form without commands. */
    private static boolean isVolume(ArgSpec argument) {
        return argument instanceof PositionalParamSpec parameter
                && parameter.index().min() == 0
                && !parameter.command().subcommands().isEmpty();
    }

    private static boolean isWord(@Nullable String value) {
        return value != null && value.matches("(?s)[A-Za-z]{2,}.*");
    }

    private static String ofUnmatched(ParameterException problem, List<String> unmatched) {
        String first = unmatched.get(0);
        if (first.matches("-\\d.*")) {
            return "'%s' is negative; must be greater than 0".formatted(first);
        }
        if (first.startsWith("-")) {
            return "Unknown option: '%s'%s".formatted(first, nearestOption(first, problem.getCommandLine()));
        }
        return "too many arguments, from '%s' on; at most %d allowed"
                .formatted(
                        first,
                        problem.getCommandLine()
                                .getCommandSpec()
                                .positionalParameters()
                                .size());
    }

    /** Only for long names: any two names of two letters are similar. */
    private static String nearestOption(String typed, CommandLine command) {
        if (!typed.startsWith("--")) {
            return "";
        }
        String name = typed.replaceFirst("=.*", "");
        Set<String> options = command.getCommandSpec().optionsMap().keySet();
        String today = FORMER_NAMES.getOrDefault(name, name);
        if (options.contains(today)) {
            return ", did you mean '%s'?".formatted(today);
        }
        String nearest = new NearestName(options).question(name);
        List<String> others = othersWith(today, command);
        return nearest.isEmpty() && !others.isEmpty()
                ? "; %s is an option of %s".formatted(today, String.join(", ", others))
                : nearest;
    }

    /** The commands that have an option. */
    private static List<String> othersWith(String option, CommandLine command) {
        CommandLine root = command.getParent() == null ? command : command.getParent();
        return root.getSubcommands().entrySet().stream()
                .filter(other -> other.getValue().getCommandSpec().optionsMap().containsKey(option))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String orFullStop(String question) {
        return question.isEmpty() ? "." : question;
    }

    private static String message(ParameterException problem) {
        return String.valueOf(problem.getMessage())
                .replaceFirst("^Error: ", "")
                .replaceFirst(GROUP_TWICE, "$1 should be specified only once");
    }
}
