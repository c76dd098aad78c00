package org.ipcbench.cli.value;

import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.text.Lists;
import org.ipcbench.text.NearestName;

/** Formats of other programs. A separate type, because picocli would convert the elements of a set one by one. */
public record ExportFormats(Set<ExportFormat> all) {
    static ExportFormats parse(String text) {
        EnumSet<ExportFormat> formats = EnumSet.noneOf(ExportFormat.class);
        Lists.split(text).forEach(label -> formats.add(format(label)));
        return new ExportFormats(formats);
    }

    private static ExportFormat format(String label) {
        List<String> allowed = Candidates.labels().toList();
        return ExportFormat.labelled(label)
                .orElseThrow(() -> new IllegalArgumentException(
                        new NearestName(allowed).refusal(label, " is not a format.", String.join(", ", allowed))));
    }

    /** Completion candidates: the formats. */
    public static final class Candidates implements CompletionScript.ListElements {
        @Override
        public Iterator<String> iterator() {
            return labels().iterator();
        }

        static Stream<String> labels() {
            return Stream.of(ExportFormat.values()).map(ExportFormat::label);
        }
    }
}
