package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpinTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1ns", "1500, 1500ns", "10000, 10us", "1500000, 1500us", "2000000, 2ms", "1000000000, 1000ms"
    })
    void timeIsShownAsItIsTyped(long nanos, String label) {
        assertThat(new Spin(nanos).label()).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1_000_000_001})
    void impossibleTimesAreRefused(long nanos) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Spin(nanos));
    }

    @Test
    void cellsThatDifferInItAreNamedByItAndHaveItInAColumn() {
        Cell plain = SampleCells.cell("fine", 64);
        Cell spinning = SampleLoads.spinning(plain, new Spin(50_000));

        assertThat(Dimension.SPIN.varies(List.of(plain, spinning))).isTrue();
        assertThat(Dimension.SPIN.of(plain)).isEmpty();
        assertThat(Dimension.SPIN.text(plain)).isEqualTo("0");
        assertThat(Dimension.SPIN.text(spinning)).isEqualTo("50us");
        assertThat(Dimension.SPIN.named(spinning)).isEqualTo("spin 50us");
        assertThat(Dimension.SPIN.isNumeric()).as("an axis of a plot").isFalse();
    }
}
