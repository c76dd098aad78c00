package org.ipcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TurnsTest {
    private static final List<String> ALL = List.of("a", "b", "c", "d", "e");

    @Test
    void everythingHasItsTurnOnceInSoManyDays() {
        List<String> tried = new ArrayList<>();
        IntStream.range(20_000, 20_003)
                .mapToObj(day -> new Turns(Integer.toString(day)))
                .forEach(turns -> tried.addAll(turns.share(3, ALL)));

        assertThat(tried).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void oneHasItsTurnEachDay() {
        Turns turns = new Turns("20000");

        assertThat(turns.one(ALL))
                .hasSize(1)
                .isEqualTo(turns.one(ALL))
                .isNotEqualTo(turns.later(1).one(ALL));
        assertThat(turns.later(ALL.size()).one(ALL)).isEqualTo(turns.one(ALL));
    }

    @Test
    void everythingMeetsEachWayToTryIt() {
        List<String> ways = List.of("1", "2", "3", "4");
        Set<String> tried = new TreeSet<>();
        IntStream.range(20_000, 20_000 + 2 * ways.size())
                .mapToObj(day -> new Turns(Integer.toString(day)))
                .forEach(turns -> turns.share(2, ALL)
                        .forEach(each -> turns.every(2).one(ways).forEach(way -> tried.add(each + way))));

        assertThat(tried).hasSize(ALL.size() * ways.size());
    }

    @Test
    void everythingIsTriedWhenAskedFor() {
        Turns turns = new Turns("all");

        assertThat(turns.one(ALL)).isEqualTo(ALL);
        assertThat(turns.later(1).share(3, ALL)).isEqualTo(ALL);
        assertThat(turns.every(3).one(ALL)).isEqualTo(ALL);
    }
}
