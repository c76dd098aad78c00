package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectAttemptsTest {
    @Test
    void whatClientsHaveCountedThemselvesIsAdded() {
        assertThat(ConnectAttempts.ofAll(List.of(
                        new ConnectAttempts(2, 2, 7, null), new ConnectAttempts(3, 3, 5, null), ConnectAttempts.NONE)))
                .isEqualTo(new ConnectAttempts(5, 5, 7, null));
    }

    /** The kernel counts for all processes of a namespace, of which each peer sees all while it connects. */
    @Test
    void whatTheKernelCountsInANamespaceCountsOnceForEachNamespace() {
        assertThat(ConnectAttempts.ofAll(List.of(
                        new ConnectAttempts(9, 1, 0, "here"),
                        new ConnectAttempts(0, 6, 1_000, "there"),
                        new ConnectAttempts(0, 8, 2_000, "there"))))
                .isEqualTo(new ConnectAttempts(9, 9, 2_000, null));
        assertThat(ConnectAttempts.ofAll(
                        List.of(new ConnectAttempts(9, 8, 0, "here"), new ConnectAttempts(0, 8, 1_000, "here"))))
                .isEqualTo(new ConnectAttempts(9, 8, 1_000, null));
    }

    @Test
    void whatOneKernelDoesNotTellIsUnknownOfAll() {
        assertThat(ConnectAttempts.ofAll(List.of(
                        new ConnectAttempts(Count.UNKNOWN, Count.UNKNOWN, 0, "here"),
                        new ConnectAttempts(0, 4, 1_000, "there"))))
                .isEqualTo(new ConnectAttempts(Count.UNKNOWN, Count.UNKNOWN, 1_000, null));
    }
}
