package org.ipcbench.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of a command line, for another command line that repeats them.
 *
 * @param options the given options, in their order
 */
record RepeatedArguments(List<OptionSpec> options) {
    RepeatedArguments {
        options = List.copyOf(options);
    }

    static RepeatedArguments of(ParseResult typed) {
        return new RepeatedArguments(typed.matchedOptions());
    }

    /** Returns a copy without the options of these longest names. */
    RepeatedArguments without(Set<String> names) {
        return new RepeatedArguments(options.stream()
                .filter(option -> !names.contains(option.longestName()))
                .toList());
    }

    /** Returns a copy with only the options that another command has as well. */
    RepeatedArguments knownTo(CommandSpec command) {
        return new RepeatedArguments(options.stream()
                .filter(option -> command.optionsMap().containsKey(option.longestName()))
                .toList());
    }

    /** The arguments; an option and its value are one argument. */
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
}
