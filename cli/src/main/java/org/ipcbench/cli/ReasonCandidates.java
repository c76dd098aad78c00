package org.ipcbench.cli;

import java.util.Iterator;
import java.util.stream.Stream;
import org.ipcbench.analysis.Reason;

/** Completion candidates of {@code --ignore-reasons}: the kinds of doubt that a figure can have. */
final class ReasonCandidates implements CompletionScript.ListElements {
    @Override
    public Iterator<String> iterator() {
        return labels().iterator();
    }

    static Stream<String> labels() {
        return Stream.of(Reason.Kind.values()).filter(Reason.Kind::isAcceptable).map(Reason.Kind::label);
    }
}
