package org.ipcbench.results.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelTest {
    @ParameterizedTest
    @CsvSource({"host=node7, host, node7", "flags=-Da=b, flags, -Da=b", "rack.row-2_b=B 12, rack.row-2_b, B 12"})
    void textIsSplitAtTheFirstEqualsSign(String text, String key, String value) {
        assertThat(Label.parse(text)).isEqualTo(new Label(key, value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host",
                "",
                "=a",
                "1a=b",
                "a b=c",
                "größe=1",
                "a=",
                "a= ",
                "a=\tb",
                "a=b\nc",
                "host==1+1",
                "host=@a"
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> Label.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keyAndValueHaveALongestLength() {
        assertThat(Label.parse("k".repeat(32) + "=" + "v".repeat(100)).value()).hasSize(100);
        assertThatThrownBy(() -> Label.parse("k".repeat(33) + "=v")).hasMessageContaining("up to 32");
        assertThatThrownBy(() -> Label.parse("k=" + "v".repeat(101))).hasMessageContaining("1 to 100");
    }

    @Test
    void eachKeyIsGivenOnce() {
        Label host = new Label("host", "a");

        assertThat(Label.byKey(List.of(host, new Label("job", "7"))))
                .containsEntry("host", "a")
                .containsEntry("job", "7")
                .hasSize(2);
        assertThatThrownBy(() -> Label.byKey(List.of(host, new Label("host", "b"))))
                .hasMessage("'host' is given twice; give each key once");
    }
}
