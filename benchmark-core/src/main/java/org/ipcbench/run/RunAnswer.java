package org.ipcbench.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ipcbench.advise.RunTrials;
import org.ipcbench.advise.Target;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Findings;
import org.ipcbench.report.text.AdviceText;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Answer.Request;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.run.gate.VariantGates;

/** The answer of a run, made once for everything that shows the run. */
public final class RunAnswer {
    private RunAnswer() {}

    /**
     * The answer of a recorded run.
     *
     * @param wanted the language of an advice that the record does not have
     */
    public static Answer of(RecordedRun run, Locale wanted) {
        List<String> advice = run.record().advice();
        return of(
                run.result(),
                run.header().run().arguments(),
                gates(run),
                run.header().plan(),
                advice,
                wanted);
    }

    /** The answer of a run that has just been measured. */
    public static Answer of(RunOutcome outcome, List<String> arguments, Plan plan, Locale wanted) {
        return of(outcome.result(), arguments, outcome.gate().lines(), plan, List.of(), wanted);
    }

    private static Answer of(
            RunResult result,
            List<String> arguments,
            List<String> gates,
            Plan plan,
            List<String> advice,
            Locale wanted) {
        Findings findings = new Findings(result, new Phrases(wanted).locale());
        List<String> sentences = findings.sentences();
        if (plan.stopping()
                instanceof Elimination elimination) { // the bound is that of an advice, and not of a capacity
            sentences = advice.isEmpty() ? advice(result, plan, elimination, wanted) : advice;
        }
        return new Answer(new Request(arguments), gates, sentences, findings.standings());
    }

    private static List<String> gates(RecordedRun run) {
        try {
            List<Gate> gates = run.header().judged();
            return new VariantGates(gates).judge(run.result()).lines();
        } catch (IllegalArgumentException e) { // a figure of a later version
            return List.of("--fail-on: " + e.getMessage());
        }
    }

    /** What the candidates' figures say without those under other conditions; empty if some of them are missing. */
    private static List<String> advice(RunResult result, Plan plan, Elimination elimination, Locale wanted) {
        return plan.cells().stream()
                .filter(unused -> !result.interrupted())
                .findFirst()
                .flatMap(cell -> target(cell, elimination.bound().nanos()))
                .map(new RunTrials(result)::advice)
                .map(advice -> new AdviceText(wanted).sentences(advice))
                .orElse(List.of());
    }

    private static Optional<Target> target(Cell cell, long p99Nanos) {
        return cell.workload().offeredPerSecond().stream()
                .mapToObj(rate -> new Target(
                        cell.requestBytes(),
                        Math.round(rate),
                        p99Nanos,
                        cell.clients().number(),
                        cell.workload().shape()))
                .findFirst();
    }
}
