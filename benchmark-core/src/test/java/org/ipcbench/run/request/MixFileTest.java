package org.ipcbench.run.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixFileTest {
    @TempDir
    private Path directory;

    @Test
    void linesAreSizesAndWeights() throws IOException {
        SizeMix mix = mix(file("# size weight\n\n64 70\n1024,25\n  16384\t5.5\n8 0\n"))
                .weights();

        assertThat(mix)
                .isEqualTo(new SizeMix.Weighted(
                        "mix:mix.txt", List.of(new Part(64, 70), new Part(1_024, 25), new Part(16_384, 5.5))));
    }

    /** A record refuses such names. */
    @Test
    void nameHasNoControlCharacter() throws IOException {
        assertThat(mix(Files.writeString(directory.resolve("a\tb\n.txt"), "64 1"))
                        .weights()
                        .label())
                .isEqualTo("mix:a?b?.txt");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    64 1;1024 -2     | line 2: the weight '-2' is negative
                    64 1;#;1024 many | line 3: the weight 'many' is not a number
                    64 NaN           | line 1: the weight 'NaN' is not a number
                    0 1              | line 1: the size '0' is not one
                    64 1;1.5 1       | line 2: the size '1.5' is not one
                    64 99999;#;4096 1;8 1 | line 3: the weight '1' is less than 1/16384 of all; omit the line
                    64               | line 1: '64' is not a size and its weight
                    64 0;128 0       | the weights add up to 0
                    #                | the weights add up to 0
                    """)
    void faultIsNamedWithItsLine(String lines, String complaint) throws IOException {
        Path file = file(lines.replace(';', '\n'));

        assertThatThrownBy(() -> mix(file).weights())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'%s'".formatted(file))
                .hasMessageContaining(complaint);
    }

    @Test
    void traceHasTheTimesSinceItsFirstCall() throws IOException {
        SizeMix.Trace trace = mix(file(
                        "# time size\n1700000000.000001 500\n1700000000.000251,500\n1700000000.5 20480\n"))
                .trace();

        assertThat(trace)
                .isEqualTo(new SizeMix.Trace(
                        "trace:mix.txt", List.of(0L, 250_000L, 499_999_000L), List.of(500, 500, 20_480)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 1;2 1;1.5 1    | line 3: the time '1.5' is before the time of the line before
                    0 1;#;soon 1     | line 3: the time 'soon' is not a number of seconds, such as 0.0125
                    0 1;-1 1         | line 2: the time '-1' is not a number of seconds
                    1e99999999 1     | line 1: the time '1e99999999' is not a number of seconds
                    0 1;86401 1      | line 2: the time '86401' is more than a day from the first one
                    0 1;1 0          | line 2: the size '0' is not one
                    0 1;1            | line 2: '1' is not a time in seconds and a size
                    7 1;7 2          | needs two calls at different times
                    0 1;0 1;0.000000001 1 | there is more than one call in each nanosecond
                    #                | needs two calls at different times
                    """)
    void faultOfATraceIsNamedWithItsLine(String lines, String complaint) throws IOException {
        Path file = file(lines.replace(';', '\n'));

        assertThatThrownBy(() -> mix(file).trace())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'%s'".formatted(file))
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF0.000,500\n0.010,20000\n",
                "\uFEFF0.000;500\r\n0.010;20000\r\n",
                "0,000;500\r\n0,010;20000\r\n",
                "0,000\t500\n0,010\t20000",
                "\"0.000\",\"500\"\r\n\r\n\"0.010\",\"20000\"\r\n,\r\n",
                "\"# time, size\",\n0.000,500,,\n,,,\n0.010,20000,\n",
                "0.000 ; 500 ;\n;;\n0.010 ; 20000 ;\n",
                "0.000 500\r0.010 20000\r"
            })
    void whatSpreadsheetsAddIsUnderstood(String content) throws IOException {
        assertThat(mix(file(content)).trace())
                .isEqualTo(new SizeMix.Trace("trace:mix.txt", List.of(0L, 10_000_000L), List.of(500, 20_000)));
    }

    /** As CSV, and as JSON lines of several programs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.000,500,64,0.00002\n0.010,20000,9000,0\n",
                "0,000;500;64;0,00002\n0,010;20000;9000;0\n",
                "{\"t\":0.0,\"size\":500,\"answer\":64,\"server_us\":20}\n{\"t\":1e-2,\"size\":20000,\"answer\":9000,\"server_us\":0}\n",
                "{\"ts\":1.7000000001E9,\"bytes_read\":500,\"bytes_sent\":64,\"duration\":2.0000000000000002E-5,\"status\":200}\n{\"ts\":1700000000.11,\"bytes_read\":20000,\"bytes_sent\":9000,\"duration\":0,\"status\":404}\n",
                "# nginx\n{\"time\":\"2026-11-27T05:10:00.990Z\",\"request_length\":\"500\",\"body_bytes_sent\":\"64\",\"upstream_response_time\":\"0.00002\"}\n{\"time\":\"2026-11-27T06:10:01+01:00\",\"request_length\":\"20000\",\"body_bytes_sent\":\"9000\",\"upstream_response_time\":\"0.000\"}\n",
                "{\"timestamp\":1700000000100,\"RequestContentSize\":500,\"DownstreamContentSize\":64,\"duration\":\"20us\"}\n{\"timestamp\":1700000000110,\"RequestContentSize\":20000,\"DownstreamContentSize\":9000,\"duration\":\"0s\"}\n"
            })
    void traceMayHaveAnswersAndTheServersTimes(String content) throws IOException {
        assertThat(mix(file(content)).trace())
                .isEqualTo(new SizeMix.Trace(
                        "trace:mix.txt",
                        List.of(0L, 10_000_000L),
                        List.of(500, 20_000),
                        List.of(64, 9_000),
                        List.of(20_000L, 0L)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    0,1,1;1,1        | line 2: a size of the answer is missing, unlike in the lines before
                    0,1;1,1,,0.1     | line 2: a time of the server is given, unlike in the lines before
                    0,1,1,1.5;1,1,1,0 | line 1: the time of the server '1.5' must be a number of seconds from 0 to 1, such as 0.0002
                    0,1,1,1;1,1,1,1  | the mean of the server's times must be 0 or between 1 us and 100 ms, was 1000000.000 us
                    0,1,1,1,1;1,1    | line 1: '0,1,1,1,1' is not a time in seconds and a size, or these with
                    {"t":0,"size":1};{"size":1} | line 2: the object has no time; name it time, timestamp or ts
                    {"t":0}          | line 1: the object has no size of the request; name it request_bytes,
                    {"t":0,"size":1,"duration":12} | line 1: the server's time 12 has no unit; write 0.0002 for seconds, or name it duration_us
                    {"t":"noon","size":1} | line 1: the time 'noon' is neither a number of seconds nor a date
                    {"t":1e999999999,"size":1} | line 1: the time '1e999999999' is not a number
                    {"t":0,          | line 1: not a JSON object on one line
                    """)
    void faultOfALongerTraceIsNamed(String lines, String complaint) throws IOException {
        Path file = file(lines.replace(';', '\n'));

        assertThatThrownBy(() -> mix(file).trace())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'%s'".formatted(file))
                .hasMessageContaining(complaint);
    }

    @Test
    void commaBetweenNumbersIsNoDecimalComma() throws IOException {
        assertThat(mix(file("64,70\n128,\t5\n")).weights())
                .isEqualTo(new SizeMix.Weighted("mix:mix.txt", List.of(new Part(64, 70), new Part(128, 5))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"})
    void otherEncodingIsNamed(String charset) throws IOException {
        Path file = Files.write(directory.resolve("mix.txt"), "0.000,500\n0.010,20000\n".getBytes(charset));

        assertThatThrownBy(() -> mix(file).trace())
                .hasMessage("'%s' is not a text file in UTF-8; save it as text or CSV in UTF-8, not in UTF-16"
                        .formatted(file));
    }

    @Test
    void missingFileIsNamed() {
        Path missing = directory.resolve("missing.txt");

        assertThatThrownBy(() -> mix(missing).weights()).hasMessage("'%s' not found".formatted(missing));
    }

    @Test
    void rarestSizeThatKeepsItsShareIsAllowed() throws IOException {
        SizeMix mix = mix(file("64 16383\n4096 1\n")).weights();

        assertThat(mix.sequence()).hasSize(16_384).containsOnlyOnce(4_096);
    }

    @Test
    void longSizeIsAbridged() throws IOException {
        Path file = file("9".repeat(10_000) + " 1\n");

        assertThatThrownBy(() -> mix(file).weights())
                .hasMessageMatching("'.*' line 1: the size '9{40}\\.{3}' is not one");
    }

    @Test
    void fileWithoutTextIsRefused() throws IOException {
        Path file = Files.write(directory.resolve("mix.txt"), new byte[] {'6', (byte) 0xff});

        assertThatThrownBy(() -> mix(file).weights())
                .hasMessageStartingWith("'%s' is not a text file in UTF-8; ".formatted(file));
    }

    @Test
    void deviceWithoutEndIsRefused() {
        Path zero = Path.of("/dev/zero");
        assumeThat(zero).exists();

        assertThatThrownBy(() -> mix(zero).weights()).hasMessage("'/dev/zero' is larger than 16 MiB; give a text file");
        assertThatThrownBy(() -> mix(zero).trace()).hasMessage("'/dev/zero' is larger than 16 MiB; give a text file");
    }

    private static MixFile mix(Path file) {
        return new MixFile(file, MixFileTest::size);
    }

    private static int size(String text) {
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("'%s' is not one".formatted(text));
        }
        return Integer.parseInt(text);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("mix.txt"), content);
    }
}
