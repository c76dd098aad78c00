package org.ipcbench.report.table;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.workload.Question;

/**
 * What the figures of a run say by themselves, in sentences.
 *
 * @param run the figures
 * @param locale decimals are written as this locale writes them
 */
public record Findings(RunResult run, Locale locale) {

    /** The capacities or knees of loads, and the variants beside the first one; empty if the run has neither. */
    public List<String> sentences() {
        FigureFormat format = new FigureFormat(locale);
        return Stream.concat(
                        new KneeTable(format).sentences(run).stream(), new VariantTable(format).sentences(run).stream())
                .toList();
    }

    /** Who is the fastest, a sentence for each question; empty if the run searches a capacity, which is the answer then. */
    public List<String> standings() {
        if (run.bound().isPresent()) {
            return List.of();
        }
        List<Ranking> rankings = Ranking.of(run);
        List<Question> questions =
                rankings.stream().map(each -> each.group().question()).distinct().sorted().toList();
        FastestSentence sentence = new FastestSentence(run);
        return questions.stream()
                .map(question -> (questions.size() > 1 ? question.label() + ": " : "")
                        + sentence.of(rankings.stream()
                                .filter(each -> each.group().question() == question)
                                .toList()))
                .filter(text -> !text.isBlank() && !text.endsWith(": "))
                .toList();
    }
}
