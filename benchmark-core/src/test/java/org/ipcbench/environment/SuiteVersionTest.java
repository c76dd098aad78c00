package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuiteVersionTest {

    /** Fails where the build forgot to fill in the placeholder. */
    @Test
    void isTheVersionOfTheBuild() {
        assertThat(SuiteVersion.current()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }
}
