package org.ipcbench.cli.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Picocli's completion script, extended to elements of lists. Picocli alone completes only whole values and offers
 * nothing after a comma.
 *
 * @param commandLine the command to complete
 */
public record CompletionScript(CommandLine commandLine) {
    private static final String ENTRY_POINT = "# Bash completion entry point function.\n";

    /** A shell function that compares and prints the typed text, and never evaluates it. */
    private static final String LIST_FUNCTION = """
            # compReplyList is compReplyArray for the last element of a list between commas.
            # Elements that the list already has are not offered again.
            function compReplyList() {
              local typed=${COMP_WORDS[COMP_CWORD]}
              local last=${typed##*,}
              local list=${typed%"$last"}
              local element
              for element in "$@"; do
                if [[ "$element" == "$last"* && ",$list" != *",$element,"* ]]; then
                  printf '%s\n' "$list$element"
                fi
              done
            }

            """;

    public String text() {
        String script = replaced(
                AutoComplete.bash(commandLine.getCommandName(), commandLine), ENTRY_POINT, LIST_FUNCTION + ENTRY_POINT);
        for (String label : listLabels()) {
            String candidates = " \"${%s_option_args[@]}\"".formatted(label);
            script = replaced(script, "compReplyArray" + candidates, "compReplyList" + candidates);
        }
        return script;
    }

    /** The script names an option's candidates after its label. */
    private Set<String> listLabels() {
        List<CommandLine> commands =
                new ArrayList<>(commandLine.getSubcommands().values());
        commands.add(commandLine);
        Set<String> labels = new TreeSet<>();
        for (CommandLine command : commands) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (option.completionCandidates() instanceof ListElements) {
                    labels.add(option.paramLabel());
                }
            }
        }
        return labels;
    }

    private static String replaced(String script, String part, String replacement) {
        if (!script.contains(part)) {
            throw new IllegalStateException("picocli's completion script has no '%s'".formatted(part.strip()));
        }
        return script.replace(part, replacement);
    }

    /** Candidates of an option that takes a comma-separated list; they are offered again after each comma. */
    interface ListElements extends Iterable<String> {}
}
