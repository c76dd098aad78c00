package org.ipcbench.report.table;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.CellSpeed;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.SocketGain;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Question;

/**
 * What the figures of a run say by themselves, in sentences.
 *
 * @param run the figures
 * @param locale decimals are written as this locale writes them
 */
public record Findings(RunResult run, Locale locale) {
    /** How much the figures of one machine scatter between runs: medians of docs/evidence/performance-pairs.csv. */
    private static final Map<Question, String> BETWEEN_RUNS = new EnumMap<>(Map.of(
            Question.LATENCY, "round trips scattered by 6 %",
            Question.THROUGHPUT, "streams scattered by 13 %",
            Question.LOAD, "p99 under load scattered by half"));

    private static final double PERCENT = 100;
    private static final double MANY_MICROS = 10;

    /** What the placements of two peers resemble. */
    private static final Map<String, String> RESEMBLANCES = Map.of(
            "same-cpu", "two programs that share a CPU, as on a loaded machine",
            "split-cpu", "two programs on idle CPUs",
            "same-node", "two programs on idle CPUs of one NUMA node",
            "cross-node", "two programs on two NUMA nodes",
            "unpinned", "two programs that the kernel places");

    /** The capacities or knees of loads, the variants beside the first one, and what sockets save; empty if the run has none of them. */
    public List<String> sentences() {
        FigureFormat format = new FigureFormat(locale);
        return Stream.of(
                        new KneeTable(format).sentences(run).stream(),
                        new VariantTable(format).sentences(run).stream(),
                        Ranking.of(run).stream().flatMap(this::sockets))
                .flatMap(sentences -> sentences)
                .toList();
    }

    /** What a Unix socket saves of a call of a server that also has a port. */
    private Stream<String> sockets(Ranking ranking) {
        return SocketGain.of(ranking.cells()).stream()
                .map(gain -> String.format(
                        locale,
                        "the socket %s at the median: %s beside %s%s",
                        saved(gain),
                        gain.socket().cell().transportId(),
                        gain.port().cell().transportId(),
                        ranking.group().offered().isEmpty() ? "" : ", " + FastestSentence.place(ranking)));
    }

    private String saved(SocketGain gain) {
        String share = gain.share()
                .map(each -> String.format(
                        locale,
                        "%.0f ± %.0f %%",
                        PERCENT * (each.low() + each.high()) / 2,
                        PERCENT * (each.high() - each.low()) / 2))
                .orElse("measured fewer than three times");
        boolean isCertain =
                gain.share().filter(each -> each.low() > 0 || each.high() < 0).isPresent();
        if (!isCertain) {
            return "saves nothing that is certain, %s us of %s (%s)"
                    .formatted(micros(gain.micros()), micros(gain.portMicros()), share);
        }
        return (gain.micros() > 0 ? "saves %s us of %s (%s)" : "saves nothing and takes %s us more than %s (%s)")
                .formatted(micros(Math.abs(gain.micros())), micros(gain.portMicros()), share);
    }

    /** Two digits or more. */
    private String micros(double micros) {
        return String.format(locale, Math.abs(micros) < MANY_MICROS ? "%.1f" : "%.0f", micros);
    }

    /** What holds for all tables of the run: what its placements resemble and change, and what no interval covers. */
    public List<String> remarks() {
        return Stream.of(placements(), betweenRuns()).flatMap(Optional::stream).toList();
    }

    /** Which placement is whose, and how much it changes beside the transport; empty if there is only one. */
    private Optional<String> placements() {
        List<String> resembled = run.cells().stream()
                .map(result -> result.cell().placementName())
                .distinct()
                .filter(RESEMBLANCES::containsKey)
                .map(name -> "%s resembles %s".formatted(name, RESEMBLANCES.get(name)))
                .toList();
        OptionalDouble ofPlacement = factor(run.alikeBut(Dimension.PLACEMENT).stream());
        OptionalDouble ofTransport = factor(Ranking.of(run).stream()
                .filter(each -> each.group().waits() != WaitStrategy.NONE)
                .map(Ranking::cells));
        if (resembled.size() < 2 || ofPlacement.isEmpty()) {
            return Optional.empty();
        }
        String beside = ofTransport.isEmpty()
                ? ""
                : String.format(
                        locale, ", from the fastest to the slowest of a table %.1f×", ofTransport.getAsDouble());
        return Optional.of("%s; speeds differ %s from placement to placement%s"
                .formatted(
                        String.join("; ", resembled),
                        String.format(locale, "%.1f×", ofPlacement.getAsDouble()),
                        beside));
    }

    /** The median, over sets of cells, of the greatest speed ÷ the least one of the same figure; empty if no set has two speeds. */
    private static OptionalDouble factor(Stream<List<CellResult>> sets) {
        double[] factors = sets.flatMap(set -> set.stream()
                        .filter(Ranking::isReached)
                        .map(cell -> cell.summary().orElseThrow())
                        .filter(Summary::isReached)
                        .map(Summary::speed)
                        .collect(Collectors.groupingBy(CellSpeed::percentile, LinkedHashMap::new, Collectors.toList()))
                        .values()
                        .stream())
                .map(speeds -> speeds.stream().mapToDouble(CellSpeed::usual).toArray())
                .filter(speeds -> speeds.length > 1)
                .map(Sample::new)
                .mapToDouble(speeds -> speeds.greatest() / speeds.least())
                .toArray();
        return factors.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(new Sample(factors).median());
    }

    /** What no interval of one run covers; empty if there are no intervals, or if nothing is known. */
    private Optional<String> betweenRuns() {
        String known = run.cells().stream()
                .filter(result -> result.summary()
                        .filter(summary -> summary.count() >= Sample.MIN_VALUES)
                        .isPresent())
                .map(result -> result.cell().workload().question())
                .map(question -> question == Question.CALLS ? Question.LOAD : question)
                .distinct()
                .sorted()
                .flatMap(question -> Stream.ofNullable(BETWEEN_RUNS.get(question)))
                .collect(Collectors.joining(", "));
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "intervals are of this run alone; from run to run, %s on the machine of docs/performance.md"
                                .formatted(known));
    }

    /** Who is the fastest, a sentence for each question; empty if the run searches a capacity, which is the answer then. */
    public List<String> standings() {
        if (run.bound().isPresent()) {
            return List.of();
        }
        List<Ranking> rankings = Ranking.of(run);
        List<Question> questions = rankings.stream()
                .map(each -> each.group().question())
                .distinct()
                .sorted()
                .toList();
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
