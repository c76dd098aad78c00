package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.table.Findings;
import org.ipcbench.transport.Trait;
import org.junit.jupiter.api.Test;

/** What a Unix socket saves of a call. */
class SocketGainTest {
    private static final String PORT = "http://127.0.0.1:8080/";
    private static final String SOCKET = "http+unix:/run/app.sock:/";

    @Test
    void savedShareIsOfTheMediansOfEachRound() {
        CellResult port = result(PORT, 118_000, 120_000, 116_000, 236_000);
        CellResult socket = result(SOCKET, 87_000, 89_000, 85_000, 175_000);

        SocketGain gain = SocketGain.of(List.of(port, socket)).get(0);

        assertThat(gain.portMicros()).isCloseTo(140.3, within(0.5));
        assertThat(gain.micros() / gain.portMicros()).isCloseTo(0.262, within(0.002));
        assertThat(gain.share().orElseThrow().low()).isBetween(0.25, 0.262);
        assertThat(gain.share().orElseThrow().high()).isBetween(0.262, 0.27);
        assertThat(sentences(port, socket))
                .containsExactly("the socket saves 37 us of 140 (26 ± 1 %%) at the median: %s beside %s"
                        .formatted(SOCKET, PORT));
    }

    @Test
    void slowerSocketAndUncertainOnesSaveNothing() {
        assertThat(sentences(result(PORT, 20_000, 20_000, 20_100), result(SOCKET, 30_000, 30_100, 30_000)))
                .singleElement()
                .asString()
                .startsWith("the socket saves nothing and takes 10 us more than 20 (-50 ± ");
        assertThat(sentences(result(PORT, 20_000, 30_000, 25_000), result(SOCKET, 25_000, 20_000, 30_000)))
                .singleElement()
                .asString()
                .startsWith("the socket saves nothing that is certain, ");
    }

    @Test
    void otherQuestionsAndProtocolsAreNotCompared() {
        CellResult port = result(PORT, 20_000, 20_000, 20_100);
        assertThat(sentences(port, result("http+unix:/run/app.sock:/other", 1_000, 1_000, 1_000)))
                .isEmpty();
        assertThat(sentences(port, result("https+unix:/run/app.sock:/", 1_000, 1_000, 1_000)))
                .isEmpty();
        assertThat(sentences(
                        port,
                        result("http://127.0.0.1:8081/", 20_000, 20_000, 20_100),
                        result(SOCKET, 1_000, 1_000, 1_000)))
                .as("two ports")
                .isEmpty();
        assertThat(SocketGain.of(List.of(port))).isEmpty();
    }

    @Test
    void cellWithoutMediansIsNotCompared() {
        Cell cell = SampleCells.roundTrips(ListedTransport.with(SOCKET, Trait.FOREIGN_SERVER), 1);
        CellResult few = new CellResult(cell, 1, List.of(SampleCells.sampled(cell, 1, 1, 1)));

        assertThat(sentences(result(PORT, 20_000, 20_000, 20_100), few)).isEmpty();
        assertThat(sentences(few)).isEmpty();
    }

    @Test
    void rateThatWasNotCarriedIsNotCompared() {
        CellResult port = load(PORT, 1);
        CellResult behind = load(SOCKET, 0.5);

        assertThat(SocketGain.of(List.of(port, load(SOCKET, 1)))).hasSize(1);
        assertThat(SocketGain.of(List.of(port, behind))).isEmpty();
        assertThat(SocketGain.of(List.of(load(PORT, 0.5), behind))).isEmpty();
    }

    /** Of whose rate this share was carried. */
    private static CellResult load(String address, double share) {
        Cell cell = SampleLoads.over(ListedTransport.with(address, Trait.FOREIGN_SERVER), 1000);
        return SampleLoads.result(cell, share, 20_000);
    }

    private static List<String> sentences(CellResult... results) {
        return new Findings(new RunResult(List.of(results), false), Locale.ENGLISH).sentences();
    }

    /** With this median in each round, in nanoseconds. */
    private static CellResult result(String address, long... nanos) {
        Cell cell = SampleCells.roundTrips(ListedTransport.with(address, Trait.FOREIGN_SERVER), 1);
        return new CellResult(
                cell,
                nanos.length,
                IntStream.range(0, nanos.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, 1, nanos[i]))
                        .toList());
    }
}
