package org.ipcbench.cli.value;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
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
        List<String> allowed = ReasonCandidates.labels().toList();
        Reason.Kind.formerlyLabelled(text.toLowerCase(Locale.ROOT)).ifPresent(kind -> {
            throw new IllegalArgumentException("'%s' is called '%s' now".formatted(text, kind.label()));
        });
        String question = new NearestName(allowed).question(text);
        return Reason.Kind.labelled(text.toLowerCase(Locale.ROOT))
                .filter(Reason.Kind::isAcceptable)
                .orElseThrow(() -> new IllegalArgumentException("'%s'%s Allowed: %s"
                        .formatted(
                                text,
                                question.isEmpty() ? " is not a reason." : question,
                                String.join(", ", allowed))));
    }
}
