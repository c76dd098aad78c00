package org.ipcbench.report;

import com.github.freva.asciitable.ColumnData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Change;
import org.ipcbench.advise.Exclusion;
import org.ipcbench.advise.Judgement;
import org.ipcbench.advise.Target;
import org.ipcbench.advise.Trial;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Verdict;

/** Which transport to take, in sentences that a person can act on, with the table they rest on; in English. */
public final class AdviceText {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final FigureFormat FORMAT = new FigureFormat(Locale.ROOT);

    private AdviceText() {}

    /**
     * The text, ended.
     *
     * @param changes what becomes of the answer under other conditions; none where they were not measured
     * @param exclusions transports that were not measured
     * @param command what asks the same again
     */
    public static String of(Advice advice, List<Change> changes, List<Exclusion> exclusions, String command) {
        List<String> lines = new ArrayList<>(sentences(advice, changes));
        lines.add("Repeat with: " + command);
        lines.add("");
        return String.join(System.lineSeparator(), lines)
                + System.lineSeparator()
                + TableStyle.TERMINAL.heading(heading(advice.target()))
                + TableStyle.TERMINAL.table(advice.ranked(), columns(advice))
                + exclusions.stream()
                        .map(exclusion -> TableStyle.TERMINAL.line("not measured: " + exclusion.text()))
                        .collect(Collectors.joining());
    }

    private static List<String> sentences(Advice advice, List<Change> changes) {
        List<Judgement> meeting = advice.meeting();
        if (meeting.isEmpty()) {
            return List.of(nobody(advice));
        }
        Judgement best = meeting.get(0);
        List<String> sentences = new ArrayList<>();
        sentences.add("Take %s: with %s its p99 is %s, below %s."
                .formatted(named(best), load(advice.target()), p99(best), limit(advice.target())));
        sentences.add("It costs %s of CPU a message over all its processes, %.0f %% of one CPU; %s."
                .formatted(
                        cpu(best),
                        100
                                * figures(best).cpuNanosPerMessage()
                                * advice.target().ratePerSecond()
                                / NANOS_PER_SECOND,
                        meeting.size() == 1
                                ? "no other candidate certainly meets the target"
                                : "the next is %s with %s (p99 %s)"
                                        .formatted(named(meeting.get(1)), cpu(meeting.get(1)), p99(meeting.get(1)))));
        sentences.add(changed(advice.target(), best, changes));
        return sentences;
    }

    private static String changed(Target asked, Judgement best, List<Change> changes) {
        List<String> parts = changes.stream()
                .filter(change -> !change.conditions().equals(asked) || change.kind() != Change.Kind.STAYS)
                .map(change -> change(best, asked, change))
                .toList();
        if (parts.isEmpty()) {
            return "What would change the answer was not measured.";
        }
        String sentence = String.join("; ", parts) + ".";
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    private static String nobody(Advice advice) {
        String nearest = advice.ranked().stream()
                .findFirst()
                .map(judgement -> "; the nearest is %s: %s".formatted(named(judgement), reason(judgement)))
                .orElse("");
        boolean close = advice.ranked().stream().anyMatch(judgement -> judgement.word() == Judgement.Word.TOO_CLOSE);
        return "No candidate certainly has its p99 below %s with %s%s.%s"
                .formatted(
                        limit(advice.target()),
                        load(advice.target()),
                        nearest,
                        close ? " More iterations (-i 10) may tell." : "");
    }

    private static String change(Judgement best, Target asked, Change change) {
        Target other = change.conditions();
        return where(asked, other)
                + switch (change.kind()) {
                    case STAYS -> " the answer stays";
                    case TAKES_OVER ->
                        " %s takes over".formatted(named(change.successor().orElseThrow()));
                    case TOO_CLOSE -> " %s is too close to the limit to tell".formatted(best.candidate());
                    case NOBODY -> " none of %s meets the target".formatted(String.join(", ", change.measured()));
                };
    }

    private static String where(Target asked, Target other) {
        if (other.equals(asked)) {
            return "measured again,";
        }
        return other.ratePerSecond() == asked.ratePerSecond()
                ? "at %d bytes".formatted(other.sizeBytes())
                : "at %s/s".formatted(rate((double) other.ratePerSecond()));
    }

    private static String heading(Target target) {
        return "p99 below %s with %s".formatted(limit(target), load(target));
    }

    private static List<ColumnData<Judgement>> columns(Advice advice) {
        return List.of(
                ClosingTable.text("candidate", Judgement::candidate),
                ClosingTable.number("p50 us", judgement -> micros(judgement, true)),
                ClosingTable.number("p99 us", judgement -> micros(judgement, false)),
                ClosingTable.number(
                        "CPU ns",
                        judgement -> judgement
                                .trial()
                                .figures()
                                .map(figures -> FORMAT.decimal("%.0f", figures.cpuNanosPerMessage()))
                                .orElse("")),
                ClosingTable.text(
                        "verdict",
                        judgement -> judgement
                                .trial()
                                .figures()
                                .map(figures -> figures.verdict().label())
                                .orElse("")),
                ClosingTable.text("answer", judgement -> answer(advice, judgement)));
    }

    private static String answer(Advice advice, Judgement judgement) {
        return advice.recommended().filter(judgement::equals).isPresent() ? "take it" : reason(judgement);
    }

    /** What is seen of a candidate, as far as it decides. */
    private static String reason(Judgement judgement) {
        Trial trial = judgement.trial();
        String limit = limit(judgement.target());
        return switch (judgement.word()) {
            case MEETS -> "meets it, below by %s×".formatted(FORMAT.decimal("%.1f", judgement.margin()));
            case TOO_CLOSE -> "p99 %s, too close to %s to tell%s".formatted(p99(judgement), limit, interval(judgement));
            case MISSES -> "p99 %s, above %s".formatted(p99(judgement), limit);
            case NOT_REACHED ->
                "not reached, %s of %s"
                        .formatted(
                                rate(figures(judgement).achievedPerSecond()),
                                rate(figures(judgement).offeredPerSecond()));
            case NO_FIGURE ->
                trial.lack().isEmpty()
                        ? "p99 not known: fewer than ten messages beyond it; give a longer --duration"
                        : trial.lack();
        };
    }

    private static String interval(Judgement judgement) {
        return figures(judgement).p99Interval().map(AdviceText::interval).orElse(" (fewer than three iterations)");
    }

    private static String interval(Interval interval) {
        return " (%s to %s)".formatted(time(interval.low()), time(interval.high()));
    }

    /** The candidate, with its verdict where that is not the best. */
    private static String named(Judgement judgement) {
        return judgement.candidate()
                + judgement
                        .trial()
                        .figures()
                        .map(Trial.Figures::verdict)
                        .filter(verdict -> verdict != Verdict.Level.VALID)
                        .map(verdict -> " (%s)".formatted(verdict.label()))
                        .orElse("");
    }

    private static Trial.Figures figures(Judgement judgement) {
        return judgement.trial().figures().orElseThrow();
    }

    private static String micros(Judgement judgement, boolean median) {
        return judgement
                .trial()
                .figures()
                .map(figures -> FORMAT.micros(median ? figures.p50Nanos() : figures.p99Nanos()))
                .orElse("");
    }

    private static String cpu(Judgement judgement) {
        return time(figures(judgement).cpuNanosPerMessage());
    }

    private static String p99(Judgement judgement) {
        OptionalDouble nanos = figures(judgement).p99Nanos();
        return nanos.isPresent() ? time(nanos.getAsDouble()) : "unknown";
    }

    private static String load(Target target) {
        return "%s messages of %d bytes a second%s"
                .formatted(
                        rate((double) target.ratePerSecond()),
                        target.sizeBytes(),
                        target.clients() == 1 ? "" : " from %d clients together".formatted(target.clients()));
    }

    private static String limit(Target target) {
        return time((double) target.p99Nanos());
    }

    private static String time(double nanos) {
        return new DurationText(nanos).in(Locale.ROOT);
    }

    private static String rate(double perSecond) {
        return new RateText(perSecond).text();
    }
}
