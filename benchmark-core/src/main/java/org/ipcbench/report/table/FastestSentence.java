package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Lead;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.Ranking.RankingGroup;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.transport.WaitStrategy;

/** Who is the fastest, in a sentence for each placement and way of waiting. */
public final class FastestSentence {
    /** Dimensions that the sentence names anyway. */
    private static final List<Dimension> SHOWN = Stream.concat(
                    FastestTable.SHOWN.stream(), Dimension.KINDS_OF_CALLS.stream())
            .toList();

    /** With more changes of the first place than this, the sentence has no figures. */
    private static final int MAX_CHANGES = 3;

    /** With more names than this, the others are counted. */
    private static final int MAX_NAMES = 4;

    private final CellNames names;
    private final FigureFormat format = new FigureFormat(Locale.ROOT);

    public FastestSentence(RunResult run) {
        names = CellNames.ofVarying(run, SHOWN);
    }

    /** The sentences; empty without figures. */
    public String of(List<Ranking> rankings) {
        return rankings.stream()
                .collect(Collectors.groupingBy(
                        each -> each.group().placement(), LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(each -> placed(each.getKey(), ofOnePlacement(each.getValue())))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String placed(String placement, String text) {
        return placement.isEmpty() || text.isEmpty() ? text : "Placement %s: %s".formatted(placement, text);
    }

    private String ofOnePlacement(List<Ranking> rankings) {
        Map<WaitStrategy, List<Ranking>> groups = rankings.stream()
                .filter(each -> !each.winners().isEmpty())
                .collect(Collectors.groupingBy(each -> each.group().waits(), LinkedHashMap::new, Collectors.toList()));
        if (groups.size() > 1) {
            groups.remove(WaitStrategy.NONE); // the harness itself is no choice
        }
        return groups.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> groups.size() > 1
                        ? "With %s, %s."
                                .formatted(each.getValue().get(0).group().waiting(), ofOneWay(each.getValue()))
                        : ofOneWay(each.getValue()) + ".")
                .collect(Collectors.joining(" "));
    }

    private String ofOneWay(List<Ranking> rankings) {
        List<Ranking> compared =
                rankings.stream().filter(each -> each.cells().size() > 1).toList();
        if (compared.isEmpty()) {
            return measured(rankings);
        }
        List<List<Ranking>> stretches = stretches(compared);
        String text = stretches.size() > MAX_CHANGES
                ? lead(compared).text()
                : stretches.stream()
                        .map(stretch -> stretch(stretch, compared))
                        .collect(Collectors.joining(stretches.size() > 1 ? "; " : ""));
        boolean repeated = compared.stream()
                .allMatch(each -> each.winners().stream()
                        .allMatch(winner -> each.rank(winner).isPresent()));
        return repeated ? text : text + ". With fewer than three rounds, that may be chance";
    }

    /** The only transport, with its first and its last figure. */
    private String measured(List<Ranking> rankings) {
        Ranking first = rankings.get(0);
        Ranking last = rankings.get(rankings.size() - 1);
        String figures = Stream.of(first, last)
                .distinct()
                .map(each -> figure(each) + (rankings.size() > 1 ? " at " + load(each) : ""))
                .collect(Collectors.joining(", "));
        return "%s: %s".formatted(name(first.winners().get(0)), figures);
    }

    /** Neighbouring sizes and rates with the same winners. */
    private List<List<Ranking>> stretches(List<Ranking> rankings) {
        List<List<Ranking>> stretches = new ArrayList<>();
        List<String> before = List.of();
        for (Ranking each : rankings) {
            List<String> winners = plainNames(each);
            if (!winners.equals(before)) {
                stretches.add(new ArrayList<>());
            }
            stretches.get(stretches.size() - 1).add(each);
            before = winners;
        }
        return stretches;
    }

    private Lead lead(List<Ranking> rankings) {
        return new Lead(
                rankings.stream().map(Ranking::group).toList(),
                rankings.stream().map(this::plainNames).toList());
    }

    private List<String> plainNames(Ranking ranking) {
        return ranking.winners().stream().map(this::plainName).toList();
    }

    private String stretch(List<Ranking> stretch, List<Ranking> all) {
        Ranking first = stretch.get(0);
        List<CellResult> winners = first.winners();
        String place = all.size() == 1 ? "" : " at " + range(stretch);
        if (winners.size()
                        == first.cells().stream()
                                .filter(cell -> cell.summary().isPresent())
                                .count()
                && winners.size() > 1) {
            return "%s%s cannot be told apart".formatted(names(winners), place);
        }
        if (winners.size() > 1) {
            return "%s share the first place%s%s".formatted(names(winners), place, all.size() == 1 ? next(first) : "");
        }
        String figure = " (%s%s)".formatted(stretch.size() > 1 ? load(first) + ": " : "", figure(first));
        return name(winners.get(0)) + " is the fastest" + place + figure + (all.size() == 1 ? next(first) : "");
    }

    /** The best cell that is certainly slower. */
    private String next(Ranking ranking) {
        List<CellResult> winners = ranking.winners();
        Optional<CellResult> next =
                ranking.cells().stream().filter(cell -> !winners.contains(cell)).findFirst();
        Optional<Comparison> behind = next.flatMap(ranking::behindFastest);
        return behind.isEmpty()
                ? ""
                : "; next is %s, which takes %s times as long%s"
                        .formatted(name(next.orElseThrow()), format.times(behind.get()), longer(next.get(), ranking));
    }

    /** The same as a time, if a time is what the question asks for. */
    private String longer(CellResult next, Ranking ranking) {
        return ranking.longerThanFastest(next)
                .map(difference -> ", %s µs".formatted(format.microsLonger(difference)))
                .orElse("");
    }

    private String names(List<CellResult> winners) {
        List<String> all = winners.stream().map(this::plainName).toList();
        int shown = all.size() > MAX_NAMES ? MAX_NAMES - 1 : all.size() - 1;
        String last = all.size() > MAX_NAMES ? "%d more".formatted(all.size() - shown) : all.get(shown);
        return String.join(", ", all.subList(0, shown)) + " and " + last;
    }

    private String plainName(CellResult winner) {
        return winner.cell().transportId() + names.suffix(winner.cell());
    }

    private String name(CellResult winner) {
        Verdict.Level level = winner.verdict().level();
        return plainName(winner) + (level == Verdict.Level.VALID ? "" : " (%s)".formatted(level.label()));
    }

    /** The figure of the first cell, or of both of its speeds. */
    private String figure(Ranking ranking) {
        CellResult cell = ranking.fastest();
        QuestionFigures figures = QuestionFigures.of(ranking.group().question());
        if (cell.summary().filter(each -> each.twoSpeeds().isPresent()).isPresent()) {
            Figure first = figures.shown().get(0);
            return "%s %s".formatted(format.of(first, cell), first.names().heading());
        }
        Figure barred = figures.barred();
        return barred.number(cell)
                .filter(number -> number.number() > 0)
                .map(number -> figure(barred, number))
                .orElse("too few samples");
    }

    private static String figure(Figure figure, Value.Quantity number) {
        String words = figure.names().words().equals(figure.unit().label())
                ? ""
                : figure.names().words() + " ";
        String interval = number.certainty()
                .map(each -> ", 95 %% interval %s to %s"
                        .formatted(FigureFormat.brief(each.low()), FigureFormat.brief(each.high())))
                .orElse("");
        return "%s%s %s%s"
                .formatted(
                        words,
                        FigureFormat.brief(number.number()),
                        figure.unit().label(),
                        interval);
    }

    /** The placement, size, rate and shape of a ranking, in words. */
    public static String place(Ranking ranking) {
        String placement = ranking.group().placement();
        return placement.isEmpty() ? load(ranking) : "%s, placement %s".formatted(load(ranking), placement);
    }

    /** The size, rate and shape of a ranking, in words. */
    private static String load(Ranking ranking) {
        return load(ranking.group(), ranking.group().offered());
    }

    private static String load(RankingGroup group, String offered) {
        String rate = offered.isEmpty() ? "" : ", %s %s".formatted(offered, group.rateUnit());
        String shape = group.shape().isEmpty() ? "" : ", " + group.shape();
        String text = group.size() + rate + shape;
        return text.isEmpty() ? "calls" : text.substring(", ".length());
    }

    private static String range(List<Ranking> stretch) {
        List<RankingGroup> groups = stretch.stream().map(Ranking::group).toList();
        RankingGroup first = groups.get(0);
        RankingGroup last = groups.get(groups.size() - 1);
        if (first.equals(last)) {
            return load(stretch.get(0));
        }
        String end = load(stretch.get(stretch.size() - 1));
        boolean sameShape = first.shape().equals(last.shape());
        if (sameShape && first.offered().equals(last.offered())) {
            return "%d to %s".formatted(first.requestBytes(), end);
        }
        return sameShape && first.requestBytes() == last.requestBytes()
                ? load(last, "%s to %s".formatted(first.offered(), last.offered()))
                : "%s to %s".formatted(load(stretch.get(0)), end);
    }
}
