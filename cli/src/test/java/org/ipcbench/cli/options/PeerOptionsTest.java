package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class PeerOptionsTest {
    private final PeerOptions options = new PeerOptions();

    @Test
    void usualWarmUpDoesNotDependOnTheMeasuredPart() {
        assertThat(options.request(Optional.empty()).longestWarmUp()).hasMillis(1000);
    }

    @ParameterizedTest
    @CsvSource({"20ms, 20", "3s, 3000"})
    void warmUpIsAsLongAsAskedFor(String asked, long expectedMillis) {
        CommandLine commandLine = new CommandLine(options);
        Converters.register(commandLine);
        commandLine.parseArgs("--warmup", asked);

        assertThat(options.request(Optional.empty()).longestWarmUp()).hasMillis(expectedMillis);
    }
}
