package org.ipcbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Change;
import org.ipcbench.advise.Exclusion;
import org.ipcbench.advise.Judgement;
import org.ipcbench.advise.Target;
import org.ipcbench.advise.Trial;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.report.table.Column;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.report.words.RateText;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;

/**
 * The recommended transport in sentences that a person can act on, with the table behind them, in the user's language.
 * Verdicts and reasons are the suite's terms and are not translated.
 */
public final class AdviceText {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;

    private final Phrases phrases;
    private final FigureFormat format;
    private final JudgementText words;
    private final TableStyle style;

    /** Text for a terminal of any width. */
    public AdviceText(Locale wanted) {
        this(wanted, TableStyle.TERMINAL);
    }

    /** Uses this language if there is a translation, otherwise English. */
    public AdviceText(Locale wanted, TableStyle style) {
        this.style = style;
        phrases = new Phrases(wanted);
        format = new FigureFormat(phrases.locale());
        words = new JudgementText(phrases);
    }

    /**
     * The text, with an end of line.
     *
     * @param changes how the answer changes under other conditions; empty if they were not measured
     * @param exclusions transports that were not measured
     * @param command the command that repeats the request
     */
    public String of(Advice advice, List<Change> changes, List<Exclusion> exclusions, String command) {
        return sentences(advice, changes).stream().map(style::line).collect(Collectors.joining())
                + phrases.of("advice.repeat", command)
                + System.lineSeparator()
                + System.lineSeparator()
                + style.alone(new Table<>(
                        heading(advice.target()),
                        columns(advice, isContradicted(advice.target(), changes)),
                        advice.ranked()))
                + exclusions.stream()
                        .map(exclusion -> style.line(phrases.of("advice.notMeasured", text(exclusion))))
                        .collect(Collectors.joining());
    }

    /** Whether a second measurement of the same has another answer. */
    private static boolean isContradicted(Target asked, List<Change> changes) {
        return changes.stream()
                .anyMatch(change -> change.conditions().equals(asked) && change.kind() != Change.Kind.STAYS);
    }

    /**
     * The advice.
     *
     * @param changes how the answer changes under other conditions; empty if they were not measured
     */
    public List<String> sentences(Advice advice, List<Change> changes) {
        List<Judgement> meeting = advice.meeting();
        if (meeting.isEmpty()) {
            return List.of(nobody(advice));
        }
        Judgement best = meeting.get(0);
        Target target = advice.target();
        double cpuNanos = JudgementText.figures(best).cpuNanosPerMessage();
        List<String> sentences = new ArrayList<>(List.of(
                words.take(best, isContradicted(target, changes)),
                cost(best, PERCENT * cpuNanos * target.ratePerSecond() / NANOS_PER_SECOND, next(advice))));
        advice.difference().map(words::difference).ifPresent(sentences::add);
        sentences.add(changed(target, best, changes));
        return sentences;
    }

    private String cost(Judgement best, double percent, String next) {
        return best.target()
                .call()
                .map(shape -> phrases.of(
                        "advice.costOfCalls",
                        words.cpu(best),
                        shape.work().isBusy() ? phrases.of("advice.workIncluded") : "",
                        percent,
                        next))
                .orElseGet(() -> phrases.of("advice.cost", words.cpu(best), percent, next));
    }

    private String next(Advice advice) {
        return advice.precedence()
                .map(precedence -> {
                    Judgement second = advice.meeting().get(1);
                    String factor = format.decimal("%.1f", CheapestFirst.EQUALLY_CHEAP);
                    return phrases.of("advice.next", words.named(second), words.cpu(second), words.p99(second))
                            + phrases.of("advice.next." + precedence.name().toLowerCase(Locale.ROOT), factor);
                })
                .orElseGet(() -> phrases.of("advice.only"));
    }

    private String changed(Target asked, Judgement best, List<Change> changes) {
        List<String> parts = changes.stream()
                .filter(change -> !change.conditions().equals(asked) || change.kind() != Change.Kind.STAYS)
                .map(change -> change(best, asked, change))
                .toList();
        if (parts.isEmpty()) {
            return phrases.of("advice.changesUnknown");
        }
        String sentence = String.join("; ", parts) + ".";
        return sentence.substring(0, 1).toUpperCase(phrases.locale()) + sentence.substring(1);
    }

    private String nobody(Advice advice) {
        String nearest = advice.ranked().stream()
                .findFirst()
                .map(judgement -> phrases.of("advice.nearest", words.named(judgement), words.reason(judgement)))
                .orElse("");
        boolean close =
                advice.ranked().stream().anyMatch(judgement -> judgement.answer() == LatencyBound.Answer.TOO_CLOSE);
        return phrases.of(
                "advice.nobody",
                words.limit(advice.target()),
                words.load(advice.target()),
                nearest,
                close ? phrases.of("advice.moreIterations") : "");
    }

    private String change(Judgement best, Target asked, Change change) {
        String where = where(asked, change.conditions());
        return switch (change.kind()) {
            case STAYS -> phrases.of("advice.stays", where);
            case TAKES_OVER ->
                phrases.of(
                        change.conditions().equals(asked) ? "advice.wasBetter" : "advice.takesOver",
                        where,
                        words.named(change.successor().orElseThrow()));
            case TOO_CLOSE -> phrases.of("advice.becomesTooClose", where, best.candidate());
            case NOBODY ->
                phrases.of(
                        change.measured().size() == 1 ? "advice.missesThere" : "advice.nobodyLeft",
                        where,
                        String.join(", ", change.measured()));
        };
    }

    private String where(Target asked, Target other) {
        if (other.equals(asked)) {
            return phrases.of("advice.again");
        }
        if (other.ratePerSecond() != asked.ratePerSecond()) {
            return phrases.of("advice.atRate", new RateText((double) other.ratePerSecond()).text());
        }
        return other.call()
                .map(shape -> phrases.of("advice.atSizes", shape.requestBytes(), shape.answerBytes()))
                .orElseGet(() -> phrases.of("advice.atSize", other.requestBytes()));
    }

    private String heading(Target target) {
        return phrases.of(
                target.call().isPresent() ? "advice.headingOfCalls" : "advice.heading",
                words.limit(target),
                words.load(target));
    }

    private List<Column<Judgement>> columns(Advice advice, boolean isContradicted) {
        return List.of(
                Column.text(phrases.of("advice.column.candidate"), Judgement::candidate)
                        .important(Importance.KEY),
                number("p50 us", figures -> format.micros(figures.p50Nanos(), figures.p50Interval())),
                number("p99 us", figures -> format.micros(figures.p99Nanos(), figures.p99Interval())),
                number("CPU ns", figures -> format.number(0, figures.cpuNanosPerMessage()))
                        .important(Importance.MAIN),
                Column.<Judgement>text(
                                phrases.of("advice.column.verdict"),
                                judgement -> judgement
                                        .trial()
                                        .figures()
                                        .map(figures -> figures.verdict().label())
                                        .orElse(""))
                        .important(Importance.MINOR),
                Column.<Judgement>text(
                                phrases.of("advice.column.answer"),
                                judgement -> answer(advice, judgement, isContradicted))
                        .important(Importance.KEY));
    }

    private static Column<Judgement> number(String heading, Function<Trial.Figures, Shown> figure) {
        return Column.optional(heading, judgement -> judgement.trial().figures().map(figure));
    }

    private String answer(Advice advice, Judgement judgement, boolean isContradicted) {
        Optional<Judgement> recommended = advice.recommended();
        if (recommended.filter(judgement::equals).isPresent()) {
            return phrases.of(isContradicted ? "advice.takeItPerhaps" : "advice.takeIt");
        }
        return recommended
                .filter(judgement::isNotPursuedBehind)
                .map(best -> words.notPursued(judgement, best))
                .orElseGet(() -> words.reason(judgement));
    }

    private String text(Exclusion exclusion) {
        return exclusion.toldCauses().stream()
                .map(this::text)
                .collect(Collectors.joining("; ", exclusion.transportId() + ": ", ""));
    }

    private String text(Exclusion.Cause cause) {
        return cause.demand()
                .flatMap(demand -> phrases.find("demand." + demand.name().toLowerCase(Locale.ROOT)))
                .orElse(cause.reason());
    }
}
