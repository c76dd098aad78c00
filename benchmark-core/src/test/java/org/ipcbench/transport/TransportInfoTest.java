package org.ipcbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TransportInfoTest {

    @Test
    void transportWithoutLibraryRunsOnTheJdk() {
        TransportInfo info = new TransportInfo("uds-2", "two sockets", "Two Sockets", Set.of(), 1);

        assertThat(info.library().nameAndVersion()).isEqualTo("JDK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "UDS", "my transport", "uds,tcp", "-t", "uds-"})
    void idWithUnusualCharactersIsRefused(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransportInfo(id, "title", "name", Set.of(), 1))
                .withMessage("'" + id + "' is not an id of a transport; use lower-case letters, digits and hyphens");
    }

    @Test
    void transportNeedsATitleAndACsvName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransportInfo("uds", "", "name", Set.of(), 1))
                .withMessage("the transport 'uds' needs a title and a CSV name");
        assertThatIllegalArgumentException().isThrownBy(() -> new TransportInfo("uds", "title", " ", Set.of(), 1));
    }
}
