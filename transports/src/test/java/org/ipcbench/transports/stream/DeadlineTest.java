package org.ipcbench.transports.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    @Test
    void channelThatCannotBeClosedIsReportedInOneLine() {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream warnings = new PrintStream(told, true, StandardCharsets.UTF_8);
        try (Deadline deadline = new Deadline(DeadlineTest::fail, Duration.ofMillis(1), warnings)) {
            await().untilAsserted(() -> assertThat(told.toString(StandardCharsets.UTF_8))
                    .isEqualTo("cannot end a call whose deadline has passed: java.io.IOException: no such luck%n"
                            .formatted()));
        }
    }

    private static void fail() throws IOException {
        throw new IOException("no such luck");
    }
}
