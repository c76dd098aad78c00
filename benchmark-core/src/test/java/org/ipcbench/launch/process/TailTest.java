package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TailTest {
    private static final long DEADLINE_MILLIS = Duration.ofSeconds(30).toMillis();

    @Test
    void keepsTheLastTwentyLines() throws InterruptedException {
        assertThat(tailOf(stream(lines(1, 100)))).isEqualTo(lines(81, 100));
    }

    @Test
    void keepsFewerLinesAsTheyAre() throws InterruptedException {
        assertThat(tailOf(stream("first\n\nÄrger"))).isEqualTo("first\n\nÄrger");
        assertThat(tailOf(stream(""))).isEmpty();
    }

    @Test
    void marksWhereReadingFailed() throws InterruptedException {
        InputStream broken = new PipedInputStream(); // never connected

        assertThat(tailOf(new SequenceInputStream(stream("before\n"), broken)))
                .isEqualTo("before\n(its output could not be read: Pipe not connected)");
    }

    @Test
    void stackTraceIsCutToItsMessageAndFirstFrame() throws InterruptedException {
        String frames = "\tat a.B.c(B.java:1)\n".repeat(50);

        assertThat(tailOf(stream("Exception in thread \"main\" java.lang.InternalError: a fault\n" + frames
                        + "Caused by: java.lang.Error: b\n" + frames + "\t... 7 more\n")))
                .isEqualTo("Exception in thread \"main\" java.lang.InternalError: a fault\n\tat a.B.c(B.java:1)\n"
                        + "Caused by: java.lang.Error: b\n\tat a.B.c(B.java:1)");
    }

    /** It goes on with hundreds of lines about registers, mapped files and the processor. */
    @Test
    void reportOfACrashedJvmIsCutToItsBeginning() throws InterruptedException {
        String crash = """
                #
                # There is insufficient memory for the Java Runtime Environment to continue.
                # Native memory allocation (mmap) failed to map 16384 bytes for committing reserved memory.
                # Possible reasons:
                #   The system is out of physical RAM or swap space""";

        assertThat(tailOf(stream("warning\n" + crash + "\n" + lines(1, 500)))).isEqualTo("warning\n" + crash);
    }

    @Test
    void endlessLineIsCutAfterItsBeginning() throws InterruptedException {
        assertThat(tailOf(stream("x".repeat(100_000) + "\nend"))).isEqualTo("x".repeat(1000) + "\nend");
    }

    private static String tailOf(InputStream stream) throws InterruptedException {
        return new Tail(stream, "tail").text(DEADLINE_MILLIS);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(line -> "line " + line)
                .collect(Collectors.joining("\n"));
    }
}
