package org.ipcbench.transports.cma;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transport.Availability;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtraceScopeTest {

    /** In scope 1 the peers let each other. */
    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "1, true", "2, true"})
    void siblingsMayReadEachOther(long scope, boolean capable) {
        assertThat(new PtraceScope(scope, capable).availability()).isInstanceOf(Availability.Available.class);
    }

    @ParameterizedTest
    @CsvSource({"2, false, kernel.yama.ptrace_scope=1", "3, false, restart", "3, true, restart"})
    void forbiddenScopeIsNamedWithItsRemedy(long scope, boolean capable, String remedy) {
        assertThat(new PtraceScope(scope, capable).availability())
                .asString()
                .startsWith("kernel.yama.ptrace_scope = %d forbids process_vm_readv; ".formatted(scope))
                .contains(remedy);
    }
}
