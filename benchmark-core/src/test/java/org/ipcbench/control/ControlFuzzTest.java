package org.ipcbench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.ipcbench.control.ControlLink.ControlCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the other end of a control link may write where it is broken. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // decoding answers no interrupt
final class ControlFuzzTest {
    private static final long SEED = 1;
    private static final int LINES = 1_000;

    /** A message about a line does not grow with the line. */
    private static final int MAX_MESSAGE_LENGTH = 200;

    private static final int SHOWN = 300;

    private final ControlCodec codec = new ControlCodec();

    @Test
    void mutatedLineIsAMessageOrAnErrorOfOneLineThatShowsNoToken() {
        MutatedLines lines = new MutatedLines(SEED);
        int refused = 0;
        for (int number = 1; number <= LINES; number++) {
            String line = lines.next();
            String shown = line.substring(0, Math.min(line.length(), SHOWN));
            String description = "line %d of seed %d: %s".formatted(number, SEED, shown);
            Throwable problem = catchThrowable(() -> codec.decode(line));
            if (problem != null) {
                refused++;
                assertThat(problem).as("%s", description).isInstanceOf(IOException.class);
                assertThat(problem.getMessage())
                        .as("%s", description)
                        .hasSizeLessThan(MAX_MESSAGE_LENGTH)
                        .doesNotContain("\n", "\r");
                assertThat(MutatedLines.showsToken(trace(problem)))
                        .as("%s", description)
                        .isFalse();
            }
        }
        assertThat(refused).as("lines that were refused").isBetween(LINES / 2, LINES - 1);
    }

    private static String trace(Throwable problem) {
        StringWriter trace = new StringWriter();
        problem.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
