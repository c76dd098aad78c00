package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transport.Traits;
import org.junit.jupiter.api.Test;

final class PeerMemoryTest {
    private static final long MIB = 1 << 20;
    private static final int GIB = 1 << 30;

    private final Traits traits = Traits.blockingStream();

    @Test
    void smallMessagesGetTheLeastMemoryInWholeMebibytes() {
        assertThat(PeerMemory.forMessages(traits, 1)).isEqualTo(new PeerMemory(128 * MIB, 65 * MIB));
    }

    @Test
    void directMemoryHoldsThreeLargeMessages() {
        PeerMemory memory = PeerMemory.forMessages(traits, GIB);

        assertThat(memory.directBytes()).isEqualTo(64 * MIB + 3L * GIB);
        assertThat(memory.heapBytes()).isEqualTo(128 * MIB);
    }

    @Test
    void heapAndDirectMemoryBothHoldALibrarysQueue() {
        assertThat(PeerMemory.forMessages(traits.withQueuedCopies(4), GIB))
                .isEqualTo(new PeerMemory(128 * MIB + 4L * GIB, 64 * MIB + 7L * GIB));
    }

    @Test
    void totalIncludesTheJvmItself() {
        assertThat(new PeerMemory(128 * MIB, 64 * MIB).totalBytes()).isGreaterThan(192 * MIB);
    }
}
