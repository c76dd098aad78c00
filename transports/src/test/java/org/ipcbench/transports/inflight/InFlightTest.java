package org.ipcbench.transports.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import org.ipcbench.transport.Availability.Available;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InFlightTest {
    private static final int KERNELS_OWN = 0;

    /** A size asked for decides alone, so that these hold on every machine. */
    @ParameterizedTest
    @CsvSource({
        "ring-spin,  64,   65536, 1024",
        "ring-futex, 100,  65536, 512",
        "ring-eventfd, 64, 65536, 1024",
        "cma,        64,   65536, 1024",
        "agrona-ring, 56,  65536, 1023",
        "sysv-shm,   64,   65536, 1024",
        "sysv-mq,    1024, 8192,  8",
        "posix-mq,   1024, 8192,  8",
        "aeron-ipc,  96,   65536, 256",
        "aeron-ipc,  8192, 65536, 3",
        "null,       64,   0,     1",
        "zmq,        64,   0,     2000",
        "zmq,        33554432, 0, 2",
    })
    void transportKnowsHowManyMessagesAreUnderWay(String id, int messageBytes, int bufferBytes, long messages) {
        assertThat(available(id).inFlight(messageBytes, bufferBytes)).hasValue(messages);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "uds", "udp", "uds-dgram", "uds-dgram-drop", "pipe", "fifo"})
    void onlyTheConnectionKnows(String id) {
        assertThat(available(id).inFlight(64, KERNELS_OWN)).isEqualTo(OptionalLong.empty());
    }

    @ParameterizedTest
    @CsvSource({"ring-spin, 4096, 64", "cma, 4096, 64", "aeron-ipc, 64, 100", "agrona-ring, 64, 100"})
    void bufferThatCannotBeIsNoFailureYet(String id, int messageBytes, int bufferBytes) {
        assertThat(available(id).inFlight(messageBytes, bufferBytes)).isEqualTo(OptionalLong.empty());
    }

    private static Transport available(String id) {
        Transport transport = TransportRegistry.load().named(id);
        assumeTrue(transport.availability() instanceof Available, () -> id + " is not available here");
        return transport;
    }
}
