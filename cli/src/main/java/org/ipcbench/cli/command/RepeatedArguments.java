package org.ipcbench.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What was typed, to be typed again.
 *
 * @param options those that were given, in their order
 */
record RepeatedArguments(List<OptionSpec> options) {
    RepeatedArguments {
        options = List.copyOf(options);
    }

    static RepeatedArguments of(ParseResult typed) {
        return new RepeatedArguments(typed.matchedOptions());
    }

    /** The same without some, by their longest names. */
    RepeatedArguments without(Set<String> names) {
        return new RepeatedArguments(options.stream()
                .filter(option -> !names.contains(option.longestName()))
                .toList());
    }

    /** Those that another command has as well. */
    RepeatedArguments knownTo(CommandSpec command) {
        return new RepeatedArguments(options.stream()
                .filter(option -> command.optionsMap().containsKey(option.longestName()))
                .toList());
    }

    /** The arguments, each option with its value in one. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        for (OptionSpec option : options) {
            if (option.arity().max() == 0) {
                arguments.add(option.longestName());
            } else {
                option.originalStringValues().forEach(value -> arguments.add(option.longestName() + "=" + value));
            }
        }
        return arguments;
    }

    /** The arguments as a shell takes them. */
    static String line(List<String> arguments) {
        return arguments.stream().map(RepeatedArguments::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return argument.matches("[\\w./:=,%+@-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
