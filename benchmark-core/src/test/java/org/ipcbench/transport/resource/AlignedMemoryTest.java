package org.ipcbench.transport.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AlignedMemoryTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 64, 4096, 65_537})
    void beginsWithAPageAndIsAsLongAsAskedFor(int capacityBytes) {
        ByteBuffer memory = AlignedMemory.allocate(capacityBytes);

        assertThat(memory.alignmentOffset(0, 4096)).isZero();
        assertThat(memory.capacity()).isEqualTo(capacityBytes);
        assertThat(memory.isDirect()).isTrue();
        assertThat(memory.order()).isEqualTo(ByteOrder.nativeOrder());
    }
}
