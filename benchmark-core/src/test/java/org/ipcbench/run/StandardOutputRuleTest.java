package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.run.PeerPreparation.StandardOutputRule;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardOutputRuleTest {
    private static final Transport STREAMS = ListedTransport.with("streams", Trait.OWNS_STANDARD_STREAMS);

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xlog", "-Xlog:gc", "-Xlog:gc:stdout", "-Xlog:gc::uptime", "-verbose:gc", "--show-version"})
    void whatWritesBetweenTheMessagesIsRefused(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StandardOutputRule.requireUnused(STREAMS, List.of("-Xint", argument)))
                .withMessageStartingWith(
                        "'%s': writes to standard output, which carries the messages of streams", argument);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xlog:gc:stderr", "-Xlog:gc:file=gc.log", "-Xlog:gc:gc.log:uptime", "-Xlog:disable", "-Xint"})
    void whatGoesElsewhereIsTaken(String argument) {
        assertThatCode(() -> StandardOutputRule.requireUnused(STREAMS, List.of(argument)))
                .doesNotThrowAnyException();
    }

    @Test
    void otherTransportsLeaveStandardOutputToTheJvm() {
        assertThatCode(() -> StandardOutputRule.requireUnused(ListedTransport.of("other"), List.of("-Xlog:gc")))
                .doesNotThrowAnyException();
    }
}
