package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class FindingsTest {

    @Test
    void placementsSayWhoseTheyAreAndWhatTheyChangeBesideTheTransport() {
        List<CellResult> cells = new ArrayList<>();
        for (String transport : List.of("post", "pigeon")) {
            for (String placement : List.of("same-cpu", "split-cpu")) {
                double seconds = (transport.equals("post") ? 1 : 1.5) * (placement.equals("same-cpu") ? 1 : 4);
                cells.add(cell(transport, placement, seconds, 3));
            }
        }

        assertThat(remarks(cells))
                .containsExactly(
                        "same-cpu resembles two programs that share a CPU, as on a loaded machine; split-cpu resembles two"
                                + " programs on idle CPUs; speeds differ 4.0× from placement to placement, from the fastest to"
                                + " the slowest of a table 1.5×",
                        "intervals are of this run alone; from run to run, round trips scattered by 6 % on the machine of"
                                + " docs/performance.md");
        assertThat(remarks(List.of(cell("post", "same-cpu", 1, 1))))
                .as("one placement, once")
                .isEmpty();
    }

    /** The figures between runs are those of the evidence. */
    @Test
    void scatterBetweenRunsIsThatOfTheEvidence() throws IOException {
        Map<String, List<Double>> rates = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("../docs/evidence/performance-pairs.csv"))) {
            List<String> fields = List.of(line.replaceAll("\"([^\"]*)\"", "$1").split(",(?! )"));
            String question = fields.get(0).replaceAll(", JDK 17, AMD EPYC", "");
            if (List.of("throughput", "round trip", "tail at 10000/s, p99").contains(question)) {
                rates.computeIfAbsent(question + "," + fields.get(1) + fields.get(2), unused -> new ArrayList<>())
                        .add(Math.log(Double.parseDouble(fields.get(4))));
            }
        }
        Map<String, Double> percent = rates.entrySet().stream()
                .filter(cell -> cell.getValue().size() > 2)
                .collect(Collectors.groupingBy(
                        cell -> cell.getKey().substring(0, cell.getKey().lastIndexOf(',')),
                        Collectors.collectingAndThen(
                                Collectors.mapping(
                                        cell -> 100 * Sample.of(cell.getValue()).deviation(), Collectors.toList()),
                                all -> Sample.of(all).median())));

        assertThat(percent.get("round trip")).isBetween(5.5, 6.5);
        assertThat(percent.get("throughput")).isBetween(12.5, 13.5);
        assertThat(percent.get("tail at 10000/s, p99")).isBetween(40.0, 60.0);
    }

    private static List<String> remarks(List<CellResult> cells) {
        return new Findings(new RunResult(cells, false), Locale.ENGLISH).remarks();
    }

    private static CellResult cell(String transport, String placement, double seconds, int rounds) {
        Cell cell = SampleCells.withPlacement(
                SampleCells.roundTrips(ListedTransport.of(transport), 64),
                new Placement(placement, Optional.empty(), Optional.empty(), ""));
        return new CellResult(
                cell,
                rounds,
                IntStream.rangeClosed(1, rounds)
                        .mapToObj(round -> SampleCells.measured(cell, round, seconds, 1_000))
                        .toList());
    }
}
