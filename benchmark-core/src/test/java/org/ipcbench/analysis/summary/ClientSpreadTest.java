package org.ipcbench.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Iteration;
import org.junit.jupiter.api.Test;

final class ClientSpreadTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void clientsThatAreAllAlikeAreServedFairly() {
        ClientSpread spread = ClientSpread.of(List.of(Iteration.ofClients(client(100), client(100))))
                .orElseThrow();

        assertThat(spread.fairness()).isEqualTo(1);
        assertThat(spread.slowestRate()).isEqualTo(spread.fastestRate()).isEqualTo(100);
    }

    @Test
    void oneClientThatGetsEverythingLeavesOneShareOfFairness() {
        ClientFigures starved = new ClientFigures(0, 0, SECOND, Count.UNKNOWN, Count.UNKNOWN);

        assertThat(ClientSpread.fairness(List.of(client(1_000), starved, starved, starved)))
                .isCloseTo(0.25, within(1e-9));
    }

    /** Where all send equally many messages, only their own times differ. */
    @Test
    void ratesAreThoseOfEachClientsOwnTime() {
        ClientFigures slow = new ClientFigures(100, 0, 2 * SECOND, 7_000, 9_000);

        ClientSpread spread =
                ClientSpread.of(List.of(Iteration.ofClients(client(100), slow))).orElseThrow();

        assertThat(spread.slowestRate()).isEqualTo(50);
        assertThat(spread.meanRate()).isEqualTo(75);
        assertThat(spread.fastestRate()).isEqualTo(100);
        assertThat(spread.fairness()).isCloseTo(150.0 * 150 / (2 * (50 * 50 + 100 * 100)), within(1e-9));
        assertThat(spread.slowestMedianNanos()).hasValue(7_000);
        assertThat(spread.slowestP99Nanos()).hasValue(9_000);
    }

    @Test
    void pairHasNoSpread() {
        assertThat(ClientSpread.of(List.of(Iteration.of(1, 1)))).isEmpty();
    }

    /** Sixteen clients side by side: a round trip takes as long as each of them waits, not a sixteenth of it. */
    @Test
    void meanLatencyIsThatOfAClient() {
        ClientFigures[] clients =
                IntStream.range(0, 16).mapToObj(i -> client(1_000)).toArray(ClientFigures[]::new);

        Summary summary = Summary.of(List.of(Iteration.ofRoundTrips(clients)));

        assertThat(summary.meanLatencyNanos()).hasValue(1_000_000);
        assertThat(summary.messagesPerSecond()).isEqualTo(16_000);
    }

    private static ClientFigures client(long messages) {
        return new ClientFigures(messages, 0, SECOND, 1_000, 2_000);
    }
}
