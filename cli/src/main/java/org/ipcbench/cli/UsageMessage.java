package org.ipcbench.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One line on what is wrong with a command line. */
final class UsageMessage {
    private UsageMessage() {}

    static String of(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched) {
            return ofUnmatched(unmatched);
        }
        if (problem.getArgSpec() != null && problem.getArgSpec().isPositional() && isWord(problem.getValue())) {
            return "'%s' is none of the commands %s, nor what stands in their place: %s"
                    .formatted(
                            problem.getValue(),
                            String.join(
                                    ", ",
                                    problem.getCommandLine().getSubcommands().keySet()),
                            firstLine(problem));
        }
        return firstLine(problem);
    }

    private static boolean isWord(@Nullable String value) {
        return value != null && value.matches("[A-Za-z]{2,}.*");
    }

    private static String ofUnmatched(UnmatchedArgumentException problem) {
        List<String> unmatched = problem.getUnmatched();
        String first = unmatched.get(0);
        if (first.matches("-\\d.*")) {
            return "'%s' is negative; numbers have to be greater than 0".formatted(first);
        }
        if (first.startsWith("-")) {
            return firstLine(problem);
        }
        return "too many arguments, from '%s' on; allowed are at most %d"
                .formatted(
                        first,
                        problem.getCommandLine()
                                .getCommandSpec()
                                .positionalParameters()
                                .size());
    }

    private static String firstLine(ParameterException problem) {
        return String.valueOf(problem.getMessage())
                .lines()
                .findFirst()
                .orElseThrow()
                .replaceFirst("^Error: ", "");
    }
}
