package org.ipcbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.ipcbench.cli.terminal.Terminal.TextOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextOutputTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final TextOutput output = new TextOutput(written);

    @ParameterizedTest
    @ValueSource(strings = {"\u001b", "\u0007", "\b", "\0", "\u007f", "\u0085", "\u009b", "\u202e", "\u2066", "\r"})
    void whatATerminalWouldObeyIsReplaced(String control) {
        new PrintStream(output, true, StandardCharsets.UTF_8).print("a" + control + "[31mb");

        assertThat(text()).isEqualTo("a\uFFFD[31mb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb\n", "a\r\nb", "Größe × µs", "测量", "𝄞", "\u200e", ""})
    void textStays(String text) {
        new PrintStream(output, true, StandardCharsets.UTF_8).print(text);

        assertThat(text()).isEqualTo(text);
    }

    @Test
    void charactersMayComeBytewise() throws IOException {
        for (byte single : "µ\u009b測𝄞".getBytes(StandardCharsets.UTF_8)) {
            output.write(single);
        }

        assertThat(text()).isEqualTo("µ\uFFFD測𝄞");
    }

    @Test
    void bytesThatAreNoTextAreReplaced() throws IOException {
        output.write(new byte[] {'a', (byte) 0x9b, 'b'});

        assertThat(text()).isEqualTo("a\uFFFDb");
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
