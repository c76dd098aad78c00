package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeDimensionsTest {
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
    void sizesMayHaveUnits(String text, int bytes) throws IOException {
        assertThat(Dimension.SIZE.parse(text)).containsExactly(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0K", "-1", "0.5", "1.1G", "2G", "1073741825", "1T"})
    void sizesOutOfBoundsAreRefusedWithTheBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dimension.SIZE.parse(text))
                .withMessage("'%s' must be between 1 byte and 1 GiB", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.5", "1.1K", "1X", "K", "1 2", "1..2..4", "٣"})
    void malformedSizesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dimension.SIZE.parse(text))
                .withMessageContaining("'");
    }

    @Test
    void rangesDoubleAndStopAtTheirEnd() throws IOException {
        assertThat(Dimension.SIZE.parse("64..1K")).containsExactly(64, 128, 256, 512, 1024);
        assertThat(Dimension.SIZE.parse("3..20")).containsExactly(3, 6, 12);
        assertThat(Dimension.SIZE.parse("64..64")).containsExactly(64);
        assertThat(Dimension.SIZE.parse("1..1G")).hasSize(31).endsWith(1 << 30);
        assertThat(Dimension.SIZE.parse("8, 1..4 ,16")).containsExactly(8, 1, 2, 4, 16);
    }
}
