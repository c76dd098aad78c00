package org.ipcbench.run.request;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.run.request.InvalidRequestException.Argument;

/**
 * The part of a run that does not depend on its cells. Only variants can fail gates.
 *
 * @param peers the requested peers
 * @param acceptance which figures the user accepts
 * @param output the output of the run
 */
public record RunSetup(PeerRequest peers, Acceptance acceptance, RunOutput output) {
    public RunSetup {
        if (!acceptance.gates().isEmpty() && peers.variation().isEmpty()) {
            throw new InvalidRequestException(
                    Argument.REQUEST,
                    "option '--fail-on' compares variants; give --vary, or compare runs (command compare)");
        }
    }

    /** Usual peers, every kind of doubt, and output to this directory of runs. */
    public static RunSetup in(Path output) {
        return new RunSetup(PeerRequest.USUAL, Acceptance.USUAL, RunOutput.in(output));
    }

    /**
     * Which figures the user accepts.
     *
     * @param ignored kinds of doubt that do not make a figure suspect
     * @param gates how much slower than the first variant the others may be; the strictest of each figure counts, as in the record
     * @param strict whether each transport that was named one by one must have a figure that is not invalid
     */
    public record Acceptance(Set<Reason.Kind> ignored, List<Gate> gates, boolean strict) {
        /** Every kind of doubt counts, and a cell may have no figure. */
        public static final Acceptance USUAL = new Acceptance(Set.of(), List.of(), false);

        public Acceptance {
            ignored = Set.copyOf(ignored);
            gates = Gate.of(Gate.byFigure(gates));
        }
    }

    /**
     * The output of a run.
     *
     * @param directory the directory of runs, in which the run makes its own
     * @param labels labels to store with the run
     * @param exports formats of other programs, in which the results are also written
     * @param locale the language of exported text
     * @param arguments the command line that repeats the run, without the program; empty if there is none
     */
    public record RunOutput(
            Path directory,
            Map<String, String> labels,
            Set<ExportFormat> exports,
            Locale locale,
            List<String> arguments) {
        public RunOutput {
            labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
            exports = Collections.unmodifiableSet(new LinkedHashSet<>(exports));
            arguments = List.copyOf(arguments);
        }

        /** Output to this directory of runs, in English and without exports. */
        public static RunOutput in(Path directory) {
            return new RunOutput(directory, Map.of(), Set.of(), Locale.ENGLISH, List.of());
        }

        /** Returns a copy with this command line. */
        RunOutput calledBy(List<String> others) {
            return new RunOutput(directory, labels, exports, locale, others);
        }
    }
}
