package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.ipcbench.jmh.Combinations.Grid;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.WaitStrategy;
import org.junit.jupiter.api.Test;

final class CombinationsTest {
    private static final Transport HERE = ListedTransport.of("here");
    private static final Transport SMALL = ListedTransport.upTo(8192, "small", "sysctl -w size=65536");
    private static final Transport THERE = ListedTransport.of("there");
    private static final Transport ABSENT = ListedTransport.absent("absent", "no library", "install it");

    private static final Transport SPINNING =
            new ListedTransport("spinning", Availability.available(), Traits.of(WaitStrategy.SPINNING));

    private static final List<List<Placement>> ANYWHERE = List.of(List.of(Placement.UNPINNED));
    private static final Placement SAME = pinned("same-cpu", 0, 0);
    private static final Placement SPLIT = pinned("split-cpu", 0, 1);
    private static final Placement NOWHERE =
            new Placement("nowhere", Optional.empty(), Optional.empty(), "needs a command");

    private final List<String> warnings = new ArrayList<>();
    private final Combinations combinations =
            new Combinations(new TransportRegistry(List.of(HERE, SMALL, THERE, ABSENT)), warnings::add);
    private final Combinations placed =
            new Combinations(new TransportRegistry(List.of(HERE, SPINNING, THERE)), warnings::add);

    @Test
    void transportsThatCarryTheSameSizesShareAGrid() {
        assertThat(combinations.of(List.of("all"), List.of(64, 65536), ANYWHERE))
                .containsExactly(
                        new Grid(List.of(HERE, THERE), List.of(64, 65536), Placement.UNPINNED),
                        new Grid(List.of(SMALL), List.of(64), Placement.UNPINNED));
        assertThat(warnings)
                .containsExactly(
                        "skipping absent: no library; install it",
                        "skipping small with 65536 bytes: carries at most 8192 bytes on this machine;"
                                + " sysctl -w size=65536");
    }

    @Test
    void namedTransportsAreKeptInTheOrderAndOnce() {
        assertThat(combinations.of(List.of("there", "here", "there"), List.of(64), ANYWHERE))
                .containsExactly(new Grid(List.of(THERE, HERE), List.of(64), Placement.UNPINNED));
        assertThat(warnings).isEmpty();
    }

    @Test
    void nothingIsLeftWhereNothingCanBeMeasured() {
        assertThat(combinations.of(List.of("absent", "small"), List.of(65536), ANYWHERE))
                .isEmpty();
        assertThat(warnings).hasSize(2);
    }

    @Test
    void transportGetsTheFirstPlaceThatItCanHave() {
        List<List<Placement>> choices = List.of(List.of(NOWHERE, SAME, SPLIT));

        assertThat(placed.of(List.of("all"), List.of(64), choices))
                .containsExactly(
                        new Grid(List.of(HERE, THERE), List.of(64), SAME),
                        new Grid(List.of(SPINNING), List.of(64), SPLIT));
        assertThat(warnings).isEmpty();
    }

    @Test
    void everyPlaceThatWasAskedForIsTakenOrRefusedOnce() {
        List<List<Placement>> choices = List.of(List.of(SAME), List.of(SPLIT));

        for (int benchmark = 0; benchmark < 2; benchmark++) {
            assertThat(placed.of(List.of("here", "spinning"), List.of(64), choices))
                    .containsExactly(
                            new Grid(List.of(HERE), List.of(64), SAME),
                            new Grid(List.of(HERE, SPINNING), List.of(64), SPLIT));
        }
        assertThat(warnings).singleElement().asString().startsWith("skipping spinning with 64 bytes: both peers spin");
    }

    @Test
    void unknownNamesAreRefused() {
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> combinations.of(List.of("hero"), List.of(64), ANYWHERE))
                .withMessageContaining("here");
    }

    private static Placement pinned(String label, int client, int server) {
        return new Placement(label, Optional.of(Place.onCpu(client)), Optional.of(Place.onCpu(server)), "");
    }
}
