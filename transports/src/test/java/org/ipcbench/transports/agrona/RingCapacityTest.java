package org.ipcbench.transports.agrona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.shared.RingGeometry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingCapacityTest {
    private static final int MIB = 1 << 20;

    /** A ring that Agrona accepts, with Agrona's own bound of a message. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 64, 1000, 65536, 131072, 131073})
    void agronaCarriesTheMessage(int messageBytes) throws IOException {
        RingCapacity capacity = RingCapacity.of(messageBytes, 0, Long.MAX_VALUE);
        OneToOneRingBuffer ring = ring(capacity);
        assertThat(ring.capacity()).isEqualTo(capacity.bytes());
        assertThat(ring.maxMsgLength()).isEqualTo(capacity.longestMessage()).isGreaterThanOrEqualTo(messageBytes);
        assertThat(ring.tryClaim(1, messageBytes)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"64, 4096", "56, 65536", "1000, 8192"})
    void knowsHowManyMessagesThereIsRoomFor(int messageBytes, int wanted) throws IOException {
        RingCapacity capacity = RingCapacity.of(messageBytes, wanted, Long.MAX_VALUE);
        OneToOneRingBuffer ring = ring(capacity);
        long messages = 0;
        while (ring.tryClaim(1, messageBytes) > 0) {
            messages++;
        }
        assertThat(capacity.messages(messageBytes)).isEqualTo(messages);
    }

    @ParameterizedTest
    @CsvSource({"64, 100, 512", "1000, 4096, 8192", "64, 256, 512"})
    void capacityThatAgronaCannotUseIsRefusedWithItsBounds(int messageBytes, int wanted, int least) {
        assertThatIOException()
                .isThrownBy(() -> RingCapacity.of(messageBytes, wanted, Long.MAX_VALUE))
                .withMessageContaining("--buffer " + wanted)
                .withMessageContaining("a power of two between %d and 1073741824".formatted(least));
    }

    @ParameterizedTest
    @ValueSource(longs = {64 << 10, 63 * MIB, 64 * MIB, 100 * MIB})
    void longestMessageFitsTheMemory(long ringBytes) throws IOException {
        RingCapacity largest = RingCapacity.largestIn(ringBytes);
        assertThat((long) largest.geometry().ringBytes()).isLessThanOrEqualTo(ringBytes);
        int limit = RingCapacity.sizeLimit(ringBytes).maximumBytes();
        assertThat(RingCapacity.of(limit, 0, ringBytes).bytes()).isLessThanOrEqualTo(largest.bytes());
        assertThat(RingCapacity.sizeLimit(ringBytes).remedy()).contains("--shm-size");
    }

    @Test
    void ampleMemoryLeavesAgronasOwnLimit() {
        assertThat(RingCapacity.sizeLimit(Long.MAX_VALUE).maximumBytes()).isEqualTo(128 * MIB);
        assertThat(RingCapacity.sizeLimit(Long.MAX_VALUE).remedy()).isEmpty();
    }

    private static OneToOneRingBuffer ring(RingCapacity capacity) {
        RingGeometry geometry = capacity.geometry();
        return new OneToOneRingBuffer(
                new UnsafeBuffer(AlignedMemory.allocate(geometry.slots() * geometry.strideBytes())));
    }
}
