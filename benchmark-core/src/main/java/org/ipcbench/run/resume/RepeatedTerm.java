package org.ipcbench.run.resume;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A term that was recorded, or is given, or both.
 *
 * @param name its name for the user
 * @param recorded what identifies it in the record; empty if the run was measured without it
 * @param given what identifies what the user names; empty if the user names nothing
 */
record RepeatedTerm(String name, List<?> recorded, List<?> given) {

    /** A term of which only its presence is compared. */
    static RepeatedTerm present(String name, boolean recorded, boolean given) {
        return new RepeatedTerm(name, mark(recorded), mark(given));
    }

    private static List<String> mark(boolean present) {
        return present ? List.of("given") : List.of();
    }

    /** The first contradiction of several terms; empty if there is none. */
    static Optional<String> firstContradiction(RepeatedTerm... terms) {
        return Stream.of(terms).flatMap(term -> term.contradiction().stream()).findFirst();
    }

    private Optional<String> contradiction() {
        if (recorded.isEmpty() != given.isEmpty()) {
            return Optional.of(
                    given.isEmpty()
                            ? "this run was measured with %s; give it again".formatted(name)
                            : "this run was measured without %s; omit it".formatted(name));
        }
        return recorded.equals(given)
                ? Optional.empty()
                : Optional.of("%s is not what this run was measured with: that was %s, and this is %s"
                        .formatted(name, text(recorded), text(given)));
    }

    private static String text(List<?> marks) {
        return String.join(", ", marks.stream().map(String::valueOf).toList());
    }
}
