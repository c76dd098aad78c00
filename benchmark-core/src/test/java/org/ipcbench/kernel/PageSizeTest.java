package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class PageSizeTest {
    @Test
    void sizeIsFoundAmongOtherValues() {
        assertThat(PageSize.in(vector(33, 0x7fff_0000_0000L, 6, 65_536, 0, 0))).hasValue(65_536);
    }

    @Test
    void vectorWithoutTheSizeLeavesItUnknown() {
        assertThat(PageSize.in(vector(33, 1, 0, 0))).isEmpty();
        assertThat(PageSize.in(vector(33, 1))).isEmpty();
        assertThat(PageSize.in(new byte[3])).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisKernelTells() {
        assertThat(PageSize.bytes()).isPresent();
    }

    private static byte[] vector(long... pairs) {
        ByteBuffer bytes = ByteBuffer.allocate(pairs.length * Long.BYTES).order(ByteOrder.nativeOrder());
        for (long value : pairs) {
            bytes.putLong(value);
        }
        return bytes.array();
    }
}
