package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CpuSetTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "0-1", "2,4,6", "0-3,8", "1-2,4-7,63", "65535"})
    void kernelsNotationIsReadAndWritten(String text) {
        assertThat(CpuSet.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"3,1|1,3", "0,1,2|0-2", "2-3,0-1|0-3", "5,5|5", "' 0 - 1 , 3\n'|0-1,3", "4-4|4"})
    void otherSpellingsAreNormalized(String text, String kernels) {
        assertThat(CpuSet.parse(text)).isEqualTo(CpuSet.parse(kernels)).hasToString(kernels);
    }

    @Test
    void listContainsEveryNumber() {
        assertThat(CpuSet.parse("0-3,8").list()).containsExactly(0, 1, 2, 3, 8);
        assertThat(CpuSet.of(5).list()).containsExactly(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "1,", ",1", "1,,2", "-1", "1-", "3-1", "1-2-3", "1--2", "65536", "99999999999", "0x1"})
    void malformedTextIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CpuSet.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0|true", "1|0-3|true", "0-1|1,5|true", "0|1|false", "2-3|0-1|false", "0|''|false"})
    void setsMeetThatHaveACpuInCommon(String own, String others, boolean meets) {
        assertThat(CpuSet.parse(own).meets(others)).isEqualTo(meets);
    }

    @Test
    void allowedSetIsWhatTheJvmMayUse() throws IOException {
        List<Integer> allowed = CpuSet.allowed().list();

        assertThat(allowed)
                .hasSizeGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors())
                .isSorted()
                .doesNotHaveDuplicates();
    }
}
