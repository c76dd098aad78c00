package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class PeerOptionsTest {
    private static final Workload CONNECTIONS = new Connect(new Extent.Count(1), 64, Payload.TOUCHED);

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

        PeerRequest request = options.request(Optional.empty());

        assertThat(request.longestWarmUp()).hasMillis(expectedMillis);
        assertThat(request.longestWarmUp(Stream.of(CONNECTIONS))).hasMillis(expectedMillis);
    }

    @Test
    void connectionsMayWarmUpLongerUnlessAskedOtherwise() {
        PeerRequest request = options.request(Optional.empty());

        assertThat(request.longestWarmUp(Stream.of(CONNECTIONS))).hasSeconds(10);
        assertThat(request.longestWarmUp(Stream.of(new PingPong(new Extent.Count(1), 64))))
                .hasSeconds(1);
    }
}
