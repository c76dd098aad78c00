package org.ipcbench.cli;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.Exports;
import org.ipcbench.text.NearestName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** In which formats of other programs a run is exported. */
final class ExportOptions {
    @Option(
            names = "--export",
            paramLabel = "FORMATS",
            converter = Converter.class,
            completionCandidates = Candidates.class,
            description =
                    "Comma-separated formats in which the run's directory has the results too: ${COMPLETION-CANDIDATES}"
                            + " (default: none).")
    Formats formats = new Formats(Set.of());

    /**
     * Writes the files of these formats into a run's directory.
     *
     * @return why some are missing; empty where all is well
     */
    List<String> write(Path directory, ExportedRun run) {
        return new Exports(directory).write(run, formats.all());
    }

    /** A type of its own, because picocli would convert the elements of a set one by one. */
    record Formats(Set<ExportFormat> all) {}

    static final class Converter implements ITypeConverter<Formats> {
        @Override
        public Formats convert(String text) {
            return Converters.converted(text, list -> {
                EnumSet<ExportFormat> formats = EnumSet.noneOf(ExportFormat.class);
                Lists.split(list).forEach(label -> formats.add(format(label)));
                return new Formats(formats);
            });
        }

        private static ExportFormat format(String label) {
            List<String> allowed = Candidates.labels().toList();
            String question = new NearestName(allowed).question(label);
            return ExportFormat.labelled(label)
                    .orElseThrow(() -> new IllegalArgumentException("'%s'%s Allowed: %s"
                            .formatted(
                                    label,
                                    question.isEmpty() ? " is no format." : question,
                                    String.join(", ", allowed))));
        }
    }

    /** Completion candidates: the formats. */
    static final class Candidates implements CompletionScript.ListElements {
        @Override
        public Iterator<String> iterator() {
            return labels().iterator();
        }

        static Stream<String> labels() {
            return Stream.of(ExportFormat.values()).map(ExportFormat::label);
        }
    }
}
