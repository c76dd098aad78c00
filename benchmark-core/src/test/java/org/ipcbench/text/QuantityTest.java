package org.ipcbench.text;

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
        "0.000000001, 1",
        "2G, 2147483648",
        "2gb, 2147483648",
        "0.5 GiB, 536870912"
    })
    void gigabytesAreOfTwoToTheThirtyBytes(String text, long bytes) {
        assertThat(Quantity.gibibytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "2592001", "99999999999999999999", "1.0000000001"})
    void noTimeIsSuggestedThatWouldBeRefusedItself(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.duration(text))
                .withMessage("'%s' is not a time with its unit (ns, us, ms, s, m, h), such as 30s", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "1048576.1", "0.0000000001"})
    void gigabytesOutOfBoundsAreRefusedWithTheBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.gibibytes(text))
                .withMessage("'%s' must be greater than 0 and up to 1048576, in GB (2^30 bytes)", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "+1", "1e3", "1,5", "Infinity", "0x10", "2M", "٣"})
    void malformedGigabytesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.gibibytes(text))
                .withMessageStartingWith("'%s' is not a number of GB", text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1000000, 1000000",
        "2G, 2147483648",
        "512MiB, 536870912",
        "2t, 2199023255552",
        "1048576G, 1125899906842624"
    })
    void volumesMayHaveUnits(String text, long bytes) {
        assertThat(Quantity.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1G", "0.5", "1048577G", "2000T", "99999999999999999999999999"})
    void volumesOutOfBoundsAreRefusedWithTheBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.bytes(text))
                .withMessage("'%s' must be between 1 byte and 1024T", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2X", "G2", "1.5"})
    void malformedVolumesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.bytes(text))
                .withMessageContaining("'%s' is not a volume", text);
    }

    @ParameterizedTest
    @CsvSource({
        "1ns, PT0.000000001S",
        "250us, PT0.00025S",
        "500ms, PT0.5S",
        "1.5s, PT1.5S",
        "1S, PT1S",
        "2m, PT2M",
        "720h, PT720H"
    })
    void timesHaveUnits(String text, Duration time) {
        assertThat(Quantity.duration(text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "-1s", "0.5ns", "721h"})
    void timesOutOfBoundsAreRefusedWithTheBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.duration(text))
                .withMessage("'%s' must be between 1ns and 720h", text);
    }

    @Test
    void timeWithoutUnitIsRefusedWithSecondsSuggested() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.duration("1.5"))
                .withMessageEndingWith("; did you mean '1.5s'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.duration("1d"))
                .withMessageEndingWith("such as 30s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "1.5ns", "1d", "s", "1 s s"})
    void malformedTimesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.duration(text))
                .withMessageContaining("'%s' is not a time with its unit", text);
    }

    @Test
    void countsReachFromOneToTheirLimit() {
        assertThat(Quantity.count("1", 100)).isEqualTo(1);
        assertThat(Quantity.count("0100", 100)).isEqualTo(100);
        Stream.of("0", "101", "-1", "1K", "9999999999999999999")
                .forEach(text -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> Quantity.count(text, 100))
                        .withMessage("'%s' must be between 1 and 100", text));
        Stream.of("", "1.5", "1e2", "many")
                .forEach(text -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> Quantity.count(text, 100))
                        .withMessageStartingWith("'%s' is not a whole number from 1 to 100", text));
    }

    @Test
    void countsMayBeNone() {
        assertThat(Quantity.count("0", 0, 100)).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.count("-1", 0, 100))
                .withMessage("'-1' must be between 0 and 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.count("many", 0, 100))
                .withMessageStartingWith("'many' is not a whole number from 0 to 100");
    }

    @Test
    void countsMayBeInThousandsAndMillions() {
        assertThat(Quantity.count("50k", 1_000_000)).isEqualTo(50_000);
        assertThat(Quantity.count("50K", 1_000_000)).isEqualTo(50_000);
        assertThat(Quantity.count("0.5M", 1_000_000)).isEqualTo(500_000);
    }
}
