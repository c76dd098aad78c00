package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessStatusTest {
    private static final ProcessStatus CONTAINER = new ProcessStatus(List.of(
            "Name:\tjava",
            "Gid:\t1000\t1000\t1000\t1000",
            "Groups:\t27 992 1000 ",
            "CapEff:\t00000000a80425fb",
            "Seccomp:\t2",
            "Seccomp_filters:\t1"));

    private static final ProcessStatus ADMINISTRATOR =
            new ProcessStatus(List.of("Groups:\t0 ", "CapEff:\t000001fffeffffff", "Seccomp:\t0"));

    private static final ProcessStatus ELSEWHERE = new ProcessStatus(List.of());

    @Test
    void capabilitiesAreThoseInEffect() {
        assertThat(CONTAINER.isCapable(ProcessStatus.CAP_SYS_PTRACE)).isFalse();
        assertThat(CONTAINER.isCapable(ProcessStatus.CAP_SYS_ADMIN)).isFalse();
        assertThat(ADMINISTRATOR.isCapable(ProcessStatus.CAP_SYS_PTRACE)).isTrue();
        assertThat(ADMINISTRATOR.isCapable(ProcessStatus.CAP_SYS_ADMIN)).isTrue();
        assertThat(ELSEWHERE.isCapable(ProcessStatus.CAP_SYS_ADMIN)).isFalse();
    }

    @Test
    void filterIsKnown() {
        assertThat(CONTAINER.isFiltered()).isTrue();
        assertThat(ADMINISTRATOR.isFiltered()).isFalse();
        assertThat(ELSEWHERE.isFiltered()).isFalse();
    }

    @Test
    void groupsAreTheOwnAndTheOthers() {
        assertThat(CONTAINER.isIn(992)).isTrue();
        assertThat(CONTAINER.isIn(1000)).isTrue();
        assertThat(CONTAINER.isIn(2)).isFalse();
        assertThat(ELSEWHERE.isIn(0)).isFalse();
    }
}
