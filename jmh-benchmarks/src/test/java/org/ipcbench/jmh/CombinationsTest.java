package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;

final class CombinationsTest {
    private static final Transport HERE = ListedTransport.of("here");
    private static final Transport SMALL = ListedTransport.upTo(8192, "small", "sysctl -w size=65536");
    private static final Transport THERE = ListedTransport.of("there");
    private static final Transport ABSENT = ListedTransport.absent("absent", "no library", "install it");

    private final List<String> warnings = new ArrayList<>();
    private final Combinations combinations =
            new Combinations(new TransportRegistry(List.of(HERE, SMALL, THERE, ABSENT)), warnings::add);

    @Test
    void transportsThatCarryTheSameSizesShareAGrid() {
        assertThat(combinations.of(List.of("all"), List.of(64, 65536)))
                .containsExactly(
                        new Grid(List.of(HERE, THERE), List.of(64, 65536)), new Grid(List.of(SMALL), List.of(64)));
        assertThat(warnings)
                .containsExactly(
                        "skipping absent: no library; install it",
                        "skipping small with 65536 bytes: carries at most 8192 bytes on this machine;"
                                + " sysctl -w size=65536");
    }

    @Test
    void namedTransportsAreKeptInTheOrderAndOnce() {
        assertThat(combinations.of(List.of("there", "here", "there"), List.of(64)))
                .containsExactly(new Grid(List.of(THERE, HERE), List.of(64)));
        assertThat(warnings).isEmpty();
    }

    @Test
    void nothingIsLeftWhereNothingCanBeMeasured() {
        assertThat(combinations.of(List.of("absent", "small"), List.of(65536))).isEmpty();
        assertThat(warnings).hasSize(2);
    }

    @Test
    void unknownNamesAreRefused() {
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> combinations.of(List.of("hero"), List.of(64)))
                .withMessageContaining("here");
    }
}
