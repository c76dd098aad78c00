package org.ipcbench.transports.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.transport.resource.AlignedMemory;
import org.junit.jupiter.api.Test;

class CursorTest {
    /** Of Apple's and some Arm server cores; others fetch lines of 64 bytes in pairs. */
    private static final int MAX_LINE_BYTES = 128;

    private final ByteBuffer memory = AlignedMemory.allocate(Cursor.BYTES);
    private final Cursor cursor = new Cursor(memory);

    @Test
    void bothSidesWriteIntoLinesOfTheirOwn() {
        cursor.moveTo(-1);
        cursor.close();
        int[] mover = written();
        memory.clear();
        IntStream.range(0, Cursor.BYTES).forEach(at -> memory.put(at, (byte) 0));
        cursor.announceSleeper(-1);

        assertThat(linesOf(written())).isNotEmpty().doesNotContainAnyElementsOf(linesOf(mover));
        assertThat(Cursor.BYTES % MAX_LINE_BYTES).isZero();
    }

    private int[] written() {
        return IntStream.range(0, Cursor.BYTES)
                .filter(at -> memory.get(at) != 0)
                .toArray();
    }

    private static List<Integer> linesOf(int[] bytes) {
        return IntStream.of(bytes)
                .map(at -> at / MAX_LINE_BYTES)
                .distinct()
                .boxed()
                .toList();
    }
}
