package org.ipcbench.report.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.CallDifference;
import org.ipcbench.advise.Target;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.advise.Trial;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.text.DurationText;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;

/**
 * The figures and the judgement of a candidate, in words.
 *
 * @param phrases the words, in the user's language
 */
record JudgementText(Phrases phrases) {

    private static final double PERCENT = 100;

    /** More candidates stand in the table only. */
    private static final int MAX_RANKED = 5;

    /** The candidate, with its verdict if that is not the best. */
    String named(Judgement judgement) {
        return judgement.candidate()
                + judgement
                        .trial()
                        .figures()
                        .filter(figures -> figures.verdict() != Verdict.Level.VALID)
                        .map(figures -> " (%s)".formatted(verdict(figures)))
                        .orElse("");
    }

    /** What the kernel's default for TCP costs, if messages were measured to wait for it. */
    Optional<String> delayed(Advice advice) {
        List<Trial> delayed = advice.delayed();
        return delayed.isEmpty()
                ? Optional.empty()
                : Optional.of(phrases.of(
                        "advice.delayed",
                        delayed.stream()
                                .map(trial -> "%s (%s)"
                                        .formatted(trial.candidate(), percent("%.0f %%", trial.delayedShare())))
                                .collect(Collectors.joining(", "))));
    }

    private String verdict(Trial.Figures figures) {
        return figures.verdict() == Verdict.Level.UNREPEATED
                ? phrases.of(figures.iterations() == 1 ? "advice.once" : "advice.twice")
                : figures.verdict().label();
    }

    /** The deciding reason about a candidate. */
    String reason(Judgement judgement) {
        String limit = limit(judgement.target());
        return switch (judgement.answer()) {
            case MEETS -> phrases.of("advice.meets", decimal(judgement.margin()));
            case MEETS_BUT_FOR_STALLS ->
                judgement.isBelowLimit()
                        ? phrases.of("advice.meetsWithoutStalls", p99(judgement))
                        : phrases.of("advice.meetsButForStalls", stalled(judgement), p99(judgement));
            case TOO_CLOSE ->
                judgement.isWhollyAbove()
                        ? phrases.of("advice.perhapsByStalls", p99(judgement), limit, stalled(judgement))
                        : phrases.of("advice.tooClose", p99(judgement), limit, interval(judgement));
            case MISSES -> phrases.of("advice.misses", p99(judgement), limit);
            case NOT_REACHED ->
                phrases.of(
                        "advice.notReached",
                        rate(figures(judgement).achievedPerSecond()),
                        rate(figures(judgement).offeredPerSecond()));
            case NO_FIGURE -> noFigure(judgement.trial());
        };
    }

    /** Why a candidate was not measured further, and so is undecided. */
    String notPursued(Judgement judgement, Judgement best) {
        double ratio = judgement.costRelativeTo(best);
        return ratio > CheapestFirst.EQUALLY_CHEAP
                ? phrases.of("advice.dearer", decimal(ratio), best.candidate())
                : phrases.of("advice.asCheap", best.candidate());
    }

    /** The recommendation of the only candidate to take. */
    String take(Judgement best) {
        String load = load(best.target());
        String limit = limit(best.target());
        if (best.answer() == LatencyBound.Answer.MEETS) {
            return phrases.of("advice.take", named(best), load, p99(best), limit);
        }
        return best.isBelowLimit()
                ? phrases.of("advice.takeWithoutStalls", named(best), load, p99(best), limit, stalled(best))
                : phrases.of("advice.takeButForStalls", named(best), load, limit, stalled(best), p99(best));
    }

    /** The recommendation of several candidates that cost the same. */
    String takeOneOf(List<Judgement> choices, Advice advice) {
        String names = oneOf(choices);
        String certainty = "WithoutStalls";
        if (choices.stream().allMatch(judgement -> judgement.answer() == LatencyBound.Answer.MEETS)) {
            certainty = "";
        } else if (!choices.stream().allMatch(Judgement::isBelowLimit)) {
            certainty = "ButForStalls";
        }
        return phrases.of(
                "advice.takeOneOf" + certainty,
                names,
                equallyCheap(),
                load(advice.target()),
                limit(advice.target()),
                percent("%.1f %%", advice.stalledShare()));
    }

    private String oneOf(List<Judgement> some) {
        int last = some.size() - 1;
        return last == 0
                ? named(some.get(0))
                : some.subList(0, last).stream().map(this::named).collect(Collectors.joining(", "))
                        + phrases.of("advice.or", named(some.get(last)));
    }

    /** Why no candidate is recommended, and which one probably would be. */
    String none(Advice advice) {
        boolean close =
                advice.ranked().stream().anyMatch(judgement -> judgement.answer() == LatencyBound.Answer.TOO_CLOSE);
        boolean spoilt = close && advice.isSpoiltByStalls();
        String because = spoilt
                ? phrases.of("advice.because.stalls", percent("%.1f %%", advice.stalledShare()), time((double)
                        advice.longestStallNanos()))
                : advice.nearest()
                        .map(nearest -> phrases.of("advice.because.nearest", named(nearest), reason(nearest)))
                        .orElseGet(() -> phrases.of("advice.because.nothing"));
        return phrases.of(
                "advice.none",
                limit(advice.target()),
                load(advice.target()),
                because,
                advice.likeliest().isEmpty()
                                || (!spoilt
                                        && advice.likeliest()
                                                .equals(advice.nearest().stream()
                                                        .toList()))
                        ? ""
                        : phrases.of("advice.likeliest", oneOf(advice.likeliest())),
                close && !spoilt ? phrases.of("advice.moreIterations") : "");
    }

    /** The candidates by their p99, without the machine's stalls where there were any; empty if no p99 is known. */
    Optional<String> ranking(Advice advice) {
        List<Judgement> told = advice.byTail();
        boolean stalled = told.stream().anyMatch(Judgement::isBetterWithoutStalls);
        String names = told.stream()
                .limit(MAX_RANKED)
                .map(judgement -> "%s %s%s"
                        .formatted(
                                judgement.candidate(),
                                time(judgement.ownP99Nanos().orElseThrow()),
                                stalled && figures(judgement).ownP99Nanos().isEmpty()
                                        ? phrases.of("advice.stallsIncluded")
                                        : ""))
                .collect(Collectors.joining(", "));
        return told.isEmpty()
                ? Optional.empty()
                : Optional.of(phrases.of(stalled ? "advice.rankingWithoutStalls" : "advice.ranking", names));
    }

    /** The factor within which candidates are equally cheap. */
    String equallyCheap() {
        return decimal(CheapestFirst.EQUALLY_CHEAP);
    }

    /** The share of the time in which the machine stalls. */
    private String stalled(Judgement judgement) {
        return percent("%.1f %%", figures(judgement).stalledShare());
    }

    private String percent(String format, double share) {
        return String.format(phrases.locale(), format, PERCENT * share);
    }

    String cpu(Judgement judgement) {
        return time(figures(judgement).cpuNanosPerMessage());
    }

    String p99(Judgement judgement) {
        OptionalDouble nanos = figures(judgement).p99Nanos();
        return nanos.isPresent() ? time(nanos.getAsDouble()) : phrases.of("advice.unknown");
    }

    /** The load of the target. */
    String load(Target target) {
        String rate = rate((double) target.ratePerSecond());
        String load = target.call()
                .map(shape -> calls(rate, shape))
                .orElseGet(() -> phrases.of("advice.load", rate, target.requestBytes()));
        return target.clients() == 1 ? load : load + phrases.of("advice.ofClients", target.clients());
    }

    private String calls(String rate, Shape shape) {
        String calls = shape.mix() == null
                ? phrases.of("advice.calls", rate, shape.requestBytes(), shape.answerBytes())
                : mixed(rate, shape, shape.mix());
        Work work = shape.work();
        String worked = work.equals(Work.NONE)
                ? ""
                : work.kind() == Work.Kind.TOUCH
                        ? phrases.of("advice.touched", work.touchedBytes())
                        : phrases.of(work.isBusy() ? "advice.worked" : "advice.slept", time((double) work.nanos()));
        String inFlight = shape.inFlight() == 1 ? "" : phrases.of("advice.inFlight", shape.inFlight());
        return calls + worked + inFlight + (shape.isCoded() ? phrases.of("advice.coded", shape.codec()) : "");
    }

    private String mixed(String rate, Shape shape, SizeMix mix) {
        return shape.ownAnswerBytes() == Shape.AS_REQUEST
                ? phrases.of("advice.mixedCalls", rate, mix.label())
                : phrases.of("advice.mixedCallsAnswered", rate, mix.label(), shape.ownAnswerBytes());
    }

    /** What the choice of a transport changes in a call. */
    String difference(CallDifference difference) {
        String compared = String.join(", ", difference.compared());
        String share = difference.share().map(this::percents).orElse("");
        return phrases.of(
                "advice.call",
                time(difference.callNanos()),
                time(difference.workNanos()),
                switch (difference.kind()) {
                    case NEGLIGIBLE -> phrases.of("advice.negligible", compared, share);
                    case CONSIDERABLE -> phrases.of("advice.considerable", compared, share);
                    case UNCLEAR ->
                        phrases.of(
                                "advice.unclear",
                                compared,
                                difference
                                        .share()
                                        .map(each -> percent("%.0f %%", each.high()))
                                        .orElse(""));
                    case UNKNOWN -> phrases.of("advice.incomparable");
                });
    }

    private String percents(Interval share) {
        return phrases.of(
                "advice.percents", percent("%.1f", Math.max(0, share.low())), percent("%.1f %%", share.high()));
    }

    String limit(Target target) {
        return time((double) target.p99Nanos());
    }

    /** The figures of a candidate that was measured. */
    static Trial.Figures figures(Judgement judgement) {
        return judgement.trial().figures().orElseThrow();
    }

    private String noFigure(Trial trial) {
        if (trial.hasTwoClocks()) {
            return phrases.of("advice.twoClocks");
        }
        return trial.lack().isEmpty() ? phrases.of("advice.noFigure") : trial.lack();
    }

    private String interval(Judgement judgement) {
        String key = judgement.target().call().isPresent() ? "advice.intervalOfCalls" : "advice.interval";
        return judgement
                .lateInterval()
                .map(late -> phrases.of(key, percent("%.1f", Math.max(0, late.low())), percent("%.1f %%", late.high())))
                .orElseGet(() -> phrases.of("advice.fewIterations"));
    }

    private String time(double nanos) {
        return new DurationText(nanos).in(phrases.locale());
    }

    private String decimal(double value) {
        return String.format(phrases.locale(), "%.1f", value);
    }

    private static String rate(double perSecond) {
        return new RateText(perSecond).text();
    }

    /**
     * A rate in the form of the command line.
     *
     * @param perSecond messages per second
     */
    public record RateText(double perSecond) {
        private static final MathContext DIGITS = new MathContext(3);
        private static final double THOUSAND = 1e3;
        private static final double MILLION = 1e6;

        /** Three digits and a unit, for example {@code 61.2K}. */
        public String text() {
            double rounded = rounded(perSecond).doubleValue();
            if (rounded >= MILLION) {
                return plain(rounded / MILLION) + "M";
            }
            return rounded >= THOUSAND ? plain(rounded / THOUSAND) + "K" : plain(rounded);
        }

        private static BigDecimal rounded(double value) {
            return BigDecimal.valueOf(value).round(DIGITS);
        }

        private static String plain(double value) {
            BigDecimal digits = rounded(value).stripTrailingZeros();
            return digits.setScale(Math.max(0, digits.scale())).toPlainString();
        }
    }
}
