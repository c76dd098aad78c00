package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientsTest {
    @ParameterizedTest
    @CsvSource({
        "1, false, THREADS, 0",
        "8, false, THREADS, 8",
        "8, true, THREADS, 16",
        "8, false, SELECTOR, 0",
        "8, true, SELECTOR, 8",
        "8, true, QUEUE, 8",
        "8, true, VIRTUAL, 8"
    })
    void threadsAreCountedThatConnectionsHaveForThemselves(
            int number, boolean inOneProcess, Serving serving, int threads) {
        assertThat(new Clients(number, inOneProcess, serving).threads()).isEqualTo(threads);
    }
}
