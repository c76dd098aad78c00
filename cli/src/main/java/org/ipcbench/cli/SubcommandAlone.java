package org.ipcbench.cli;

import java.util.List;
import org.ipcbench.cli.options.PluginOption;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Executes the subcommand if there is one, else the main command. Arguments before a subcommand are refused: picocli
 * would ignore them, and the run would differ from what the user asked for.
 */
final class SubcommandAlone implements IExecutionStrategy {
    private static final String WHOLE_HELP = "--help";

    private final IExecutionStrategy last = new RunLast();

    @Override
    public int execute(ParseResult parsed) {
        if (parsed.hasSubcommand() && !informs(parsed) && !informs(parsed.subcommand())) {
            requireNothingBeforeSubcommand(parsed);
        }
        ParseResult asked = parsed.hasSubcommand() && !informs(parsed) ? parsed.subcommand() : parsed;
        if (asked.isUsageHelpRequested() && !parsed.originalArgs().contains(WHOLE_HELP)) {
            asked.commandSpec().commandLine().getOut().print(HelpText.brief(asked.commandSpec()));
            asked.commandSpec().commandLine().getOut().flush();
            return CommandLine.ExitCode.OK;
        }
        return last.execute(parsed);
    }

    private static boolean informs(ParseResult parsed) {
        return parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested();
    }

    private static void requireNothingBeforeSubcommand(ParseResult parsed) {
        for (ArgSpec argument : parsed.matchedArgs()) {
            if (!holdsEverywhere(argument)) {
                ParseResult subcommand = parsed.subcommand();
                String text = typed(argument, parsed);
                boolean known = subcommand.commandSpec().findOption(text) != null;
                throw new ParameterException(
                        subcommand.commandSpec().commandLine(),
                        (known ? "'%s' belongs after '%s'" : "'%s' stands before '%s', which does not take it")
                                .formatted(text, subcommand.commandSpec().name()));
            }
        }
    }

    /** Plugins are read from the whole command line. */
    private static boolean holdsEverywhere(ArgSpec argument) {
        return argument instanceof OptionSpec option && option.longestName().equals(PluginOption.NAME);
    }

    /** Returns the value of a parameter, or the name of an option as the user typed it. */
    private static String typed(ArgSpec argument, ParseResult parsed) {
        return argument instanceof OptionSpec option
                ? parsed.originalArgs().stream()
                        .map(word -> word.replaceFirst("=.*", ""))
                        .filter(List.of(option.names())::contains)
                        .findFirst()
                        .orElseGet(option::longestName) // short name and value were typed in one word
                : argument.originalStringValues().get(0);
    }
}
