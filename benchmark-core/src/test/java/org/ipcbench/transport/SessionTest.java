package org.ipcbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SessionTest {

    @Test
    void smallestSizesAreAllowed() {
        assertThat(session(1, 0).maxMessageBytes()).isOne();
    }

    @Test
    void impossibleSizesAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session(0, 0))
                .withMessage("maxMessageBytes must be at least 1, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session(1, -1))
                .withMessage("bufferSizeBytes must not be negative, was -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session(1, 0).spinning(-1))
                .withMessage("spinNanos must not be negative, was -1");
    }

    @Test
    void spinIsThatOfAllConnections() {
        Session session = session(1, 0).spinning(10_000).withConnections(3).keepingOn();

        assertThat(session.connection(2).spinNanos()).isEqualTo(10_000);
        assertThat(session(1, 0).spinNanos()).isZero();
    }

    private static Session session(int maxMessageBytes, int bufferSizeBytes) {
        return new Session(Path.of("/x"), Token.random(), maxMessageBytes, bufferSizeBytes, Duration.ofSeconds(1));
    }
}
