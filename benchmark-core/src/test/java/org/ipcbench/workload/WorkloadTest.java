package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WorkloadTest {
    private static final Extent SHORT = new Extent.Count(7);

    static Stream<Workload> full() {
        Extent extent = new Extent.Count(1);
        return Stream.of(
                new PingPong(extent, 64, Payload.FULL),
                new MessageStream(extent, 64, Payload.FULL),
                new Block(extent, 1024, Payload.FULL));
    }

    /** The harness's share would be that of another question else. */
    @ParameterizedTest
    @MethodSource("full")
    void anotherExtentLeavesThePayloadAsItIs(Workload workload) {
        Workload shorter = workload.over(SHORT);

        assertThat(shorter.extent()).isEqualTo(SHORT);
        assertThat(shorter.payload()).isEqualTo(Payload.FULL);
        assertThat(shorter.question()).isEqualTo(workload.question());
    }

    @Test
    void streamBothWaysOfTheLargestMessagesCarriesBoth() {
        MessageStream stream = new MessageStream(SHORT, 1 << 30, Payload.TOUCHED, 1);

        assertThat(stream.carriedBytes(3)).isEqualTo(6L << 30);
    }
}
