package org.ipcbench.transports.junixsocket;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transport.SizeLimit;
import org.junit.jupiter.api.Test;

class MessageLimitTest {

    @Test
    void limitIsTwiceTheLargestBufferLessTheKernelsShare() {
        SizeLimit limit = MessageLimit.of(212_992);
        assertThat(limit.maximumBytes()).isEqualTo(425_952);
        assertThat(limit.remedy()).isEqualTo("sysctl -w net.core.wmem_max=2097168 raises it to 4194304 bytes");
    }

    @Test
    void remedyRaisesTheLimitAsStated() {
        assertThat(MessageLimit.of(2_097_168)).isEqualTo(new SizeLimit(4_194_304, ""));
        assertThat(MessageLimit.of(2_097_167).maximumBytes()).isLessThan(4_194_304);
    }

    @Test
    void buffersBeyondTheKernelsLargestPieceDoNotRaiseTheLimit() {
        assertThat(MessageLimit.of(Integer.MAX_VALUE)).isEqualTo(new SizeLimit(4_194_304, ""));
    }
}
