package org.ipcbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class SizeLimitTest {

    @Test
    void allowsUpToTheMaximum() {
        SizeLimit limit = new SizeLimit(8192, "sysctl -w kernel.msgmax=65536");

        assertThat(limit.allows(8192)).isTrue();
        assertThat(limit.allows(8193)).isFalse();
    }

    @Test
    void carriesAtLeastAByte() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SizeLimit(0, ""));
    }
}
