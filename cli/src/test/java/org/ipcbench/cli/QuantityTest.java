package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1073741824",
        "0.25, 268435456",
        ".5, 536870912",
        "0.01, 10737418",
        "1048576, 1125899906842624",
        "0.000000001, 1"
    })
    void gigabytesAreOfTwoToTheThirtyBytes(String text, long bytes) {
        assertThat(Quantity.gibibytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "0", "0.0", "-1", "+1", "1e3", "1,5", "1048576.1", "Infinity", "0x10", "٣"})
    void otherGigabytesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.gibibytes(text))
                .withMessageStartingWith("'%s' is not a number of GB", text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1B, 1",
        "1K, 1024",
        "1k, 1024",
        "1KiB, 1024",
        "1.5K, 1536",
        "0.5K, 512",
        "1M, 1048576",
        "1G, 1073741824"
    })
    void sizesMayHaveUnits(String text, int bytes) {
        assertThat(Quantity.sizes(text)).containsExactly(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "0K", "-1", "1.5", "0.1K", "1.1G", "2G", "1073741825", "1T", "K", "1 2", "1..2..4", "٣"
            })
    void otherSizesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.sizes(text))
                .withMessageContaining("'");
    }

    @Test
    void rangesDoubleAndStopAtTheirEnd() {
        assertThat(Quantity.sizes("64..1K")).containsExactly(64, 128, 256, 512, 1024);
        assertThat(Quantity.sizes("3..20")).containsExactly(3, 6, 12);
        assertThat(Quantity.sizes("64..64")).containsExactly(64);
        assertThat(Quantity.sizes("1..1G")).hasSize(31).endsWith(1 << 30);
        assertThat(Quantity.sizes("8, 1..4 ,16")).containsExactly(8, 1, 2, 4, 16);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000000, 1000000", "2G, 2147483648", "512MiB, 536870912", "1048576G, 1125899906842624"})
    void volumesMayHaveUnits(String text, long bytes) {
        assertThat(Quantity.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1G", "0.5", "1048577G", "2T", "G2", "99999999999999999999999999"})
    void otherVolumesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.bytes(text))
                .withMessageContaining("'%s' is not a volume", text);
    }

    @ParameterizedTest
    @CsvSource({"1ns, PT0.000000001S", "250us, PT0.00025S", "500ms, PT0.5S", "1.5s, PT1.5S", "2m, PT2M", "720h, PT720H"
    })
    void timesHaveUnits(String text, Duration time) {
        assertThat(Quantity.duration(text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0s", "-1s", "30", "0.5ns", "721h", "1d", "s", "1 s s"})
    void otherTimesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.duration(text))
                .withMessageContaining("'%s' is not a time with its unit", text);
    }

    @Test
    void countsReachFromOneToTheirLimit() {
        assertThat(Quantity.count("1", 100)).isEqualTo(1);
        assertThat(Quantity.count("0100", 100)).isEqualTo(100);
        Stream.of("", "0", "101", "-1", "1.0", "1K", "9999999999999999999")
                .forEach(text -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> Quantity.count(text, 100))
                        .withMessage("'%s' is not a whole number from 1 to 100", text));
    }
}
