package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.ipcbench.kernel.ResourceLimits.DescriptorLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DescriptorLimitTest {
    private static final Path LIMITS = Path.of("/proc/self/limits");

    private final DescriptorLimit limit = new DescriptorLimit(64);

    @Test
    void namesTheErrnoTheLimitAndTheRemedyOnce() {
        String explained = limit.explain("SocketException: Too many open files");

        assertThat(explained)
                .isEqualTo("SocketException: Too many open files; EMFILE; "
                        + "Max open files is 64 (/proc/self/limits), ulimit -n raises it");
        assertThat(limit.explain(explained)).isEqualTo(explained);
    }

    @Test
    void addsTheLimitAloneWhereTheErrnoIsNamed() {
        assertThat(limit.explain("mq_open failed: EMFILE (Too many open files)"))
                .isEqualTo("mq_open failed: EMFILE (Too many open files); "
                        + "Max open files is 64 (/proc/self/limits), ulimit -n raises it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection refused", "Too many open files in system", ""})
    void leavesOtherFailuresAlone(String failure) {
        assertThat(limit.explain(failure)).isEqualTo(failure);
    }

    @Test
    void unknownLimitIsNotQuoted() {
        assertThat(new DescriptorLimit(-1).remedy()).isEqualTo("Max open files, ulimit -n raises it");
    }

    @Test
    void softLimitCounts() {
        assumeThat(LIMITS).exists();

        assertThat(LIMITS)
                .content()
                .containsPattern("Max open files +%d "
                        .formatted(DescriptorLimit.ofThisProcess().descriptors()));
    }
}
