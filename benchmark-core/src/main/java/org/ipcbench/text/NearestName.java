package org.ipcbench.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Suggests a correction of a mistyped name.
 *
 * @param known the names that exist
 */
public record NearestName(Collection<String> known) {
    private static final int LETTERS_PER_TYPO = 3;
    private static final int MIN_PREFIX_LENGTH = 2;

    public NearestName {
        known = List.copyOf(known);
    }

    /** A question to append to a message, such as {@code , did you mean 'tcp'?}; empty if no name is similar. */
    public String question(String typed) {
        return to(typed).map(", did you mean '%s'?"::formatted).orElse("");
    }

    /**
     * Refuses a name, such as {@code 'tpc', did you mean 'tcp'? Allowed: tcp, uds}.
     *
     * @param fault what is wrong if no name is similar, as the rest of a sentence
     * @param allowed what is allowed
     */
    public String refusal(String typed, String fault, String allowed) {
        String question = question(typed);
        return "'%s'%s Allowed: %s".formatted(typed, question.isEmpty() ? fault : question, allowed);
    }

    /**
     * The nearest name: one that begins with the typed text, otherwise the one with the fewest typos; empty if none is
     * similar.
     */
    private Optional<String> to(String typed) {
        String wanted = typed.toLowerCase(Locale.ROOT);
        LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
        int tolerated = Math.max(1, wanted.length() / LETTERS_PER_TYPO);
        return known.stream()
                .filter(name -> continues(name, wanted) || distance.apply(name, wanted) <= tolerated)
                .min(Comparator.comparing((String name) -> !continues(name, wanted))
                        .thenComparing(name -> distance.apply(name, wanted)));
    }

    private static boolean continues(String name, String wanted) {
        return wanted.length() >= MIN_PREFIX_LENGTH && name.startsWith(wanted);
    }
}
