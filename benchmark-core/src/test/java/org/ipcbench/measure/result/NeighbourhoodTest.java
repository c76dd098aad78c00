package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.ipcbench.measure.result.Neighbourhood.Tail;
import org.ipcbench.measure.result.PeerMeasurement.Collection;
import org.ipcbench.measure.sample.Recorder.SlowMessage;
import org.junit.jupiter.api.Test;

final class NeighbourhoodTest {
    private static final long MILLI = 1_000_000;
    private static final long PART = 1_000 * MILLI;

    @Test
    void messageMeetsACollectionIfAnyOfItsTimeIsInIt() {
        List<SlowMessage> messages = List.of(
                new SlowMessage(103 * MILLI, 5 * MILLI), // ends in it
                new SlowMessage(112 * MILLI, 4 * MILLI), // begins in it
                new SlowMessage(120 * MILLI, 30 * MILLI), // waits through it
                new SlowMessage(99 * MILLI, 3 * MILLI),
                new SlowMessage(114 * MILLI, 3 * MILLI));

        Tail tail = Tail.of(messages, List.of(new Collection(100 * MILLI, 110 * MILLI)), PART);

        assertThat(tail.slowest()).isEqualTo(5);
        assertThat(tail.collected()).isEqualTo(3);
        assertThat(tail.byChance()).isCloseTo((5 * 10 + 5 + 4 + 30 + 3 + 3) / 1_000.0, within(1e-9));
    }

    @Test
    void onlyTheSlowestOfAllConnectionsCount() {
        List<SlowMessage> messages = LongStream.rangeClosed(1, 40)
                .mapToObj(nanos -> new SlowMessage(10 * MILLI, nanos))
                .toList();

        assertThat(Tail.of(messages, List.of(), PART)).isEqualTo(new Tail(16, 0, 0));
    }

    /** Messages that have nothing to do with collections meet as many as the tail says of chance. */
    @Test
    void chanceIsWhatItIsToldToBe() {
        SplittableRandom random = new SplittableRandom(1);
        double collected = 0;
        double byChance = 0;
        for (int run = 0; run < 2_000; run++) {
            List<Collection> collections = new ArrayList<>();
            for (long start = 0; start < PART; start += 50 * MILLI) { // apart from each other, as collections are
                long begin = start + random.nextLong(40 * MILLI);
                collections.add(new Collection(begin, begin + random.nextLong(6 * MILLI)));
            }
            List<SlowMessage> messages = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                long nanos = MILLI + random.nextLong(2 * MILLI);
                messages.add(new SlowMessage(nanos + random.nextLong(PART - nanos), nanos));
            }
            Tail tail = Tail.of(messages, collections, PART);
            collected += tail.collected();
            byChance += tail.byChance();
        }

        assertThat(collected / byChance).isCloseTo(1, within(0.05));
    }
}
