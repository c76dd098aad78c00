package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.ipcbench.run.StandardOutputRule;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardOutputRuleTest {
    private static final Transport PIPE = transport("pipe");

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xlog", "-Xlog:gc", "-Xlog:gc:stdout", "-Xlog:gc::uptime", "-verbose:gc", "--show-version"})
    void whatWritesBetweenTheMessagesIsRefused(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StandardOutputRule.requireUnused(PIPE, List.of("-Xint", argument)))
                .withMessageStartingWith(
                        "'%s': writes to standard output, which carries the messages of pipe", argument);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xlog:gc:stderr", "-Xlog:gc:file=gc.log", "-Xlog:gc:gc.log:uptime", "-Xlog:disable", "-Xint"})
    void whatGoesElsewhereIsTaken(String argument) {
        assertThatCode(() -> StandardOutputRule.requireUnused(PIPE, List.of(argument)))
                .doesNotThrowAnyException();
    }

    @Test
    void otherTransportsLeaveStandardOutputToTheJvm() {
        assertThatCode(() -> StandardOutputRule.requireUnused(transport("tcp"), List.of("-Xlog:gc")))
                .doesNotThrowAnyException();
    }

    private static Transport transport(String id) {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
