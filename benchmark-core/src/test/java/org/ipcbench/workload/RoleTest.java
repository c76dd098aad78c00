package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RoleTest {

    @ParameterizedTest
    @EnumSource
    void labelNamesTheRole(Role role) {
        assertThat(Role.ofLabel(role.label())).isEqualTo(role);
        assertThat(role.label()).isLowerCase();
    }

    @Test
    void unknownRoleIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Role.ofLabel("driver"));
    }
}
