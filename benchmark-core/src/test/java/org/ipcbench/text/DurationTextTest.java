package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "750, 0.75 us",
        "9990, 9.99 us",
        "62500, 62.5 us",
        "1000000, 1.00 ms",
        "999000000, 999.0 ms",
        "1e9, 1.000 s",
        "61.5e9, 61.500 s"
    })
    void durationIsWrittenInASuitableUnit(double nanos, String text) {
        assertThat(new DurationText(nanos).in(Locale.ENGLISH)).isEqualTo(text);
    }

    @Test
    void decimalsFollowTheLocale() {
        assertThat(new DurationText(1_500).in(Locale.GERMANY)).isEqualTo("1,50 us");
    }
}
