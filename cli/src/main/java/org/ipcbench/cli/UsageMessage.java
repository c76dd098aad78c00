package org.ipcbench.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One line on what is wrong with a command line. */
final class UsageMessage {
    /** Of several options of which one is allowed, one was given twice. */
    private static final String GROUP_TWICE = "^expected only one match but got (\\[[^]]*\\]).*";

    private UsageMessage() {}

    /** Whatever was typed: it may hold line ends, for instance out of a shell's {@code $(…)}. */
    static String of(ParameterException problem) {
        return describe(problem).replaceAll("\\R", " ");
    }

    private static String describe(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched) {
            return ofUnmatched(unmatched, unmatched.getUnmatched());
        }
        boolean positional =
                problem.getArgSpec() != null && problem.getArgSpec().isPositional();
        List<String> unmatchedBefore = problem.getCommandLine().getUnmatchedArguments();
        if (positional && !unmatchedBefore.isEmpty()) {
            return ofUnmatched(problem, unmatchedBefore); // the value of what was meant to be an option
        }
        if (positional && isWord(problem.getValue())) {
            return "'%s' is none of the commands %s, nor what stands in their place: %s"
                    .formatted(
                            problem.getValue(),
                            String.join(
                                    ", ",
                                    problem.getCommandLine().getSubcommands().keySet()),
                            message(problem));
        }
        return message(problem);
    }

    private static boolean isWord(@Nullable String value) {
        return value != null && value.matches("[A-Za-z]{2,}.*");
    }

    private static String ofUnmatched(ParameterException problem, List<String> unmatched) {
        String first = unmatched.get(0);
        if (first.matches("-\\d.*")) {
            return "'%s' is negative; numbers have to be greater than 0".formatted(first);
        }
        if (first.startsWith("-")) {
            return problem instanceof UnmatchedArgumentException
                    ? message(problem)
                    : "Unknown option: '%s'".formatted(first);
        }
        return "too many arguments, from '%s' on; allowed are at most %d"
                .formatted(
                        first,
                        problem.getCommandLine()
                                .getCommandSpec()
                                .positionalParameters()
                                .size());
    }

    private static String message(ParameterException problem) {
        return String.valueOf(problem.getMessage())
                .replaceFirst("^Error: ", "")
                .replaceFirst(GROUP_TWICE, "$1 should be specified only once");
    }
}
