package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.workload.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class PeerOptionsTest {
    private final PeerOptions options = new PeerOptions();

    @ParameterizedTest
    @CsvSource({"PT0.1S, 400", "PT0.5S, 400", "PT1S, 500", "PT1.5S, 750", "PT2S, 1000", "PT1H, 1000"})
    void warmUpIsHalfAsLongAsTheMeasuredPartWithinLimits(Duration measured, long expectedMillis) {
        assertThat(options.request(Optional.empty()).longestWarmUp(new Extent.Period(measured.toNanos())))
                .hasMillis(expectedMillis);
    }

    @Test
    void warmUpIsBriefWhereNobodyKnowsHowLongTheMeasuredPartTakes() {
        assertThat(options.request(Optional.empty()).longestWarmUp(new Extent.Count(1_000_000_000)))
                .hasMillis(400);
    }

    @ParameterizedTest
    @CsvSource({"20ms, 20", "3s, 3000"})
    void warmUpIsAsLongAsAskedFor(String asked, long expectedMillis) {
        CommandLine commandLine = new CommandLine(options);
        Converters.register(commandLine);
        commandLine.parseArgs("--warmup", asked);

        assertThat(options.request(Optional.empty()).longestWarmUp(new Extent.Period(2_000_000_000)))
                .hasMillis(expectedMillis);
    }
}
