package org.ipcbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.Candidates.Exclusion;
import org.ipcbench.advise.RunTrials.Agreed;
import org.ipcbench.advise.RunTrials.Beside;
import org.ipcbench.advise.RunTrials.CodecPart;
import org.ipcbench.advise.Target;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.advise.Trial;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.figure.StartCost;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.text.JudgementText.RateText;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;

/**
 * The recommended transport in sentences that a person can act on, with the table behind them, in the user's language.
 * Verdicts and reasons are the suite's terms and are not translated.
 */
public final class AdviceText {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;
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
     * @param beside what is told besides the advice
     * @param exclusions transports that were not measured
     * @param command the command that repeats the request
     */
    public String of(Advice advice, List<Change> changes, Beside beside, List<Exclusion> exclusions, String command) {
        return sentences(advice, changes, beside).stream().map(style::line).collect(Collectors.joining())
                + phrases.of("advice.repeat", command)
                + System.lineSeparator()
                + System.lineSeparator()
                + style.alone(new Table<>(
                        heading(advice.target()) + agreed(beside.agreed()), columns(advice), advice.ranked()))
                + Exclusion.together(exclusions, this::text).stream()
                        .map(text -> style.line(phrases.of("advice.notMeasured", text)))
                        .collect(Collectors.joining());
    }

    /**
     * The answer and its ranking, a sentence each: one candidate to take, several that cost the same, or none and why; then the candidates
     * by their p99.
     */
    private List<String> answer(Advice advice) {
        List<Judgement> choices = advice.choices();
        String answer = switch (choices.size()) {
            case 0 -> words.none(advice);
            case 1 -> words.take(choices.get(0));
            default -> words.takeOneOf(choices, advice);
        };
        return Stream.concat(Stream.of(answer), words.ranking(advice).stream()).toList();
    }

    /**
     * The advice, with the answer first.
     *
     * @param changes how the answer changes under other conditions; empty if they were not measured
     * @param beside what is told besides the advice
     */
    public List<String> sentences(Advice advice, List<Change> changes, Beside beside) {
        List<String> sentences = sentences(advice, best -> Optional.of(changed(advice.target(), best, changes)));
        beside.codec().map(this::codec).ifPresent(sentences::add);
        beside.starts().stream().flatMap(cost -> start(cost).stream()).forEach(sentences::add);
        beside.within()
                .map(call -> phrases.of(
                        "advice.within",
                        format.micros(OptionalDouble.of(call.nanos())),
                        call.candidate(),
                        format.micros(OptionalDouble.of(call.candidatesNanos()))))
                .ifPresent(sentences::add);
        return sentences;
    }

    private String codec(CodecPart part) {
        return phrases.of(
                "advice.codec",
                micros(part.callMicros()),
                part.candidate(),
                micros(part.codecMicros()),
                part.codec(),
                format.decimal("%.0f", PERCENT * part.codecMicros() / part.callMicros()),
                micros(part.callMicros() - part.codecMicros()));
    }

    private Shown micros(double micros) {
        return format.micros(OptionalDouble.of(NANOS_PER_MICRO * micros));
    }

    /** What starting a server for each call costs, if it is certain. */
    private Optional<String> start(StartCost cost) {
        return cost.cpu()
                .interval()
                .filter(seconds -> seconds.low() > 0)
                .map(seconds -> phrases.of(
                        "advice.start",
                        Dimension.PROGRAM.text(cost.started().cell()),
                        cost.started().cell().transportId(),
                        wholeMicros(cost.cpu().seconds()),
                        cost.kept().cell().transportId(),
                        wholeMicros(seconds.low()),
                        wholeMicros(seconds.high()),
                        format.decimal("%.0f", cost.callsAMinute()),
                        cost.keptMebibytes().isPresent()
                                ? phrases.of(
                                        "advice.kept",
                                        format.decimal(
                                                "%.1f", cost.keptMebibytes().getAsDouble()))
                                : ""));
    }

    private String wholeMicros(double seconds) {
        return format.decimal("%.0f", MICROS_PER_SECOND * seconds);
    }

    /** The advice without how it changes, about which its record says nothing. */
    public List<String> sentences(Advice advice) {
        return sentences(advice, best -> Optional.empty());
    }

    private List<String> sentences(Advice advice, Function<Judgement, Optional<String>> changed) {
        List<String> sentences = new ArrayList<>(answer(advice));
        words.delayed(advice).ifPresent(sentences::add);
        advice.recommended().ifPresent(best -> {
            Target target = advice.target();
            double cpuNanos = JudgementText.figures(best).cpuNanosPerMessage();
            sentences.add(cost(best, PERCENT * cpuNanos * target.ratePerSecond() / NANOS_PER_SECOND, next(advice)));
            advice.difference().map(words::difference).ifPresent(sentences::add);
            changed.apply(best).ifPresent(sentences::add);
            if (best.trial().hidesDeath()) {
                sentences.add(phrases.of("advice.hidesDeath", best.trial().transportId()));
            }
        });
        return sentences;
    }

    private String cost(Judgement best, double percent, String next) {
        return best.target()
                .call()
                .map(shape -> phrases.of(
                        "advice.costOfCalls",
                        words.cpu(best),
                        shape.work().takesCpuTime() ? phrases.of("advice.workIncluded") : "",
                        percent,
                        next))
                .orElseGet(() -> phrases.of("advice.cost", words.cpu(best), percent, next));
    }

    private String next(Advice advice) {
        return advice.next()
                .map(second -> phrases.of("advice.next", words.named(second), words.cpu(second), words.p99(second))
                        + phrases.of(
                                "advice.next."
                                        + advice.precedence()
                                                .orElseThrow()
                                                .name()
                                                .toLowerCase(Locale.ROOT),
                                words.equallyCheap()))
                .orElseGet(() -> phrases.of("advice.only"));
    }

    private String changed(Target asked, Judgement best, List<Change> changes) {
        List<String> parts = changes.stream()
                .filter(change -> !change.conditions().equals(asked) || change.isContradiction())
                .map(change -> change(best, asked, change))
                .toList();
        if (parts.isEmpty()) {
            return phrases.of("advice.changesUnknown");
        }
        String sentence = String.join("; ", parts) + ".";
        return sentence.substring(0, 1).toUpperCase(phrases.locale()) + sentence.substring(1);
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
            case OPEN -> phrases.of("advice.notMeasuredThere", where, best.candidate());
            case NOBODY ->
                phrases.of(
                        change.missing().size() == 1 ? "advice.missesThere" : "advice.nobodyLeft",
                        where,
                        String.join(", ", change.missing()));
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

    /** The settings that no candidate's name has; every part begins with a comma. */
    private String agreed(List<Agreed> settings) {
        return settings.stream()
                .map(each -> phrases.find(
                                "transport." + each.setting().label(),
                                each.setting().of(each.cell()).orElseThrow())
                        .orElseGet(() -> ", %s %s"
                                .formatted(
                                        each.setting().label(), each.setting().valueInName(each.cell()))))
                .collect(Collectors.joining());
    }

    private List<Column<Judgement>> columns(Advice advice) {
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
                Column.<Judgement>text(phrases.of("advice.column.answer"), judgement -> answer(advice, judgement))
                        .important(Importance.KEY));
    }

    private static Column<Judgement> number(String heading, Function<Trial.Figures, Shown> figure) {
        return Column.optional(heading, judgement -> judgement.trial().figures().map(figure));
    }

    private String answer(Advice advice, Judgement judgement) {
        if (advice.choices().contains(judgement)) {
            return phrases.of(
                    advice.recommended().filter(judgement::equals).isPresent() ? "advice.takeIt" : "advice.takeItToo");
        }
        return advice.recommended()
                .filter(judgement::isNotPursuedBehind)
                .filter(best -> judgement.costRelativeTo(best) * CheapestFirst.EQUALLY_CHEAP >= 1)
                .map(best -> words.notPursued(judgement, best))
                .orElseGet(() -> words.reason(judgement));
    }

    private String text(Exclusion exclusion) {
        return exclusion.toldCauses().stream().map(this::text).collect(Collectors.joining("; "));
    }

    private String text(Exclusion.Cause cause) {
        return cause.demand()
                .flatMap(demand -> phrases.find("demand." + demand.name().toLowerCase(Locale.ROOT)))
                .orElse(cause.reason());
    }
}
