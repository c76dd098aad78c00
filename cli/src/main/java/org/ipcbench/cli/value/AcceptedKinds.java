package org.ipcbench.cli.value;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.text.Lists;
import org.ipcbench.text.NearestName;

/**
 * The kinds of {@code --ignore-reasons}; a separate type, because picocli would convert the elements of a set one
 * by one.
 */
public record AcceptedKinds(Set<Reason.Kind> kinds) {
    static AcceptedKinds parse(String text) {
        return new AcceptedKinds(
                Lists.split(text).stream().map(AcceptedKinds::kind).collect(Collectors.toSet()));
    }

    private static Reason.Kind kind(String text) {
        List<String> allowed = Candidates.labels().toList();
        Reason.Kind.formerlyLabelled(text.toLowerCase(Locale.ROOT)).ifPresent(kind -> {
            throw new IllegalArgumentException("'%s' is called '%s' now".formatted(text, kind.label()));
        });
        return Reason.Kind.labelled(text.toLowerCase(Locale.ROOT))
                .filter(Reason.Kind::isAcceptable)
                .orElseThrow(() -> new IllegalArgumentException(
                        new NearestName(allowed).refusal(text, " is not a reason.", String.join(", ", allowed))));
    }

    /** Completion candidates of {@code --ignore-reasons}: the kinds of doubt that a figure can have. */
    public static final class Candidates implements CompletionScript.ListElements {
        @Override
        public Iterator<String> iterator() {
            return labels().iterator();
        }

        static Stream<String> labels() {
            return Stream.of(Reason.Kind.values())
                    .filter(Reason.Kind::isAcceptable)
                    .map(Reason.Kind::label);
        }
    }
}
