package org.ipcbench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.ipcbench.control.ControlLink.ControlCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ControlCodecTest {
    private final ControlCodec codec = new ControlCodec();

    @ParameterizedTest
    @MethodSource("org.ipcbench.control.SampleMessages#all")
    void everyMessageIsOneLineAndSurvivesJson(ControlMessage message) throws IOException {
        String line = codec.encode(message);

        assertThat(line).doesNotContain("\n", "\r");
        assertThat(codec.decode(line)).isEqualTo(message);
    }

    @Test
    void samplesCoverEveryMessageType() {
        assertThat(SampleMessages.all())
                .extracting(Object::getClass)
                .contains(ControlMessage.class.getPermittedSubclasses());
    }

    @Test
    void typeIsTheRecordsName() {
        assertThat(codec.encode(new ControlMessage.Failed("no"))).isEqualTo("{\"reason\":\"no\",\"type\":\"Failed\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"type\":\"Gone\"}", "{\"messages\":7}", "{\"type\":\"Stream\"}", "{\"type\":"})
    void malformedLineIsAnError(String line) {
        assertThatIOException().isThrownBy(() -> codec.decode(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "hunter2",
                "{\"type\":[\"hunter2\"]}",
                "{\"type\":\"hunter2\"}",
                "{\"type\":\"Assign\",\"warmUpNanos\":\"hunter2\"}",
                "{\"type\":\"Assign\",\"session\":{\"token\":{\"hex\":\"hunter2\"}}}",
                "{\"type\":\"Assign\",\"session\":{\"timeout\":\"hunter2\"}}",
                "{\"type\":\"Finished\",\"measurement\":{\"connections\":[{\"latencies\":\"hunter2!\"}]}}",
                "{\"type\":\"Ready\",\"addresses\":[\"hunter2\"]}"
            })
    void malformedLineIsNotQuotedInTheError(String line) {
        assertThatIOException()
                .isThrownBy(() -> codec.decode(line))
                .withMessageContaining("is not a control message")
                .withMessageNotContaining("hunter2");
    }

    @Test
    void messageThatLacksAValueIsRefusedByTheValuesName() {
        assertThatIOException()
                .isThrownBy(() -> codec.decode("{\"type\":\"Ready\",\"addresses\":[],\"cpus\":\"0\"}"))
                .withMessage("a line of 42 characters is not a control message (memoryPolicy is missing)");
        String assign = codec.encode(SampleMessages.all().get(0));
        assertThatIOException()
                .isThrownBy(() -> codec.decode(assign.replaceAll("\"token\":\\{[^}]*},", "")))
                .withMessageEndingWith("is not a control message (token is missing)");
    }

    @Test
    void valueThatOneOfSeveralConnectionsLacksIsMissedToo() {
        String finished = SampleMessages.all().stream()
                .filter(ControlMessage.Finished.class::isInstance)
                .map(codec::encode)
                .findFirst()
                .orElseThrow();
        assertThatIOException()
                .isThrownBy(() -> codec.decode(finished.replaceFirst("\"latencies\":\"[^\"]*\",?", "")))
                .withMessageEndingWith("is not a control message (latencies is missing)");
    }
}
