package org.ipcbench.cli.value;

import java.util.Iterator;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;

/** Completion candidates of {@code --ignore-reasons}: the kinds of doubt that a figure can have. */
public final class ReasonCandidates implements CompletionScript.ListElements {
    @Override
    public Iterator<String> iterator() {
        return labels().iterator();
    }

    static Stream<String> labels() {
        return Stream.of(Reason.Kind.values()).filter(Reason.Kind::isAcceptable).map(Reason.Kind::label);
    }
}
