package org.ipcbench.transports.agrona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.EOFException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgronaRingTransportTest extends InScratchDirectory {
    private final AgronaRingTransport transport = new AgronaRingTransport();

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void messageIsSeenWhereItWasWritten() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            var written = pair.client().claim(2);
            written.put((byte) 1);
            pair.client().commit();
            var read = pair.server().receive(2);
            written.put((byte) 2); // as nobody should
            assertThat(read.get()).isEqualTo((byte) 1);
            assertThat(read.get()).isEqualTo((byte) 2);
        }
    }

    @Test
    void messageThatWasClaimedAndGivenUpIsPassedOver() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            pair.client().claim(1).put((byte) 1);
            ConnectedPair.send(pair.client(), 1, 2);
            pair.client().claim(1).put((byte) 3);
            pair.client().close();
            assertThat(pair.server().receive(1).get()).isEqualTo((byte) 2);
            assertThatIOException().isThrownBy(() -> pair.server().receive(1)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void messageOfAnotherLengthIsAnError() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 2, 1);
            assertThatIOException().isThrownBy(() -> pair.server().receive(1)).isInstanceOf(WrongLengthException.class);
        }
    }

    @Test
    void versionOfTheLibraryIsKnown() {
        assertThat(transport.info().library().nameAndVersion()).matches("Agrona \\d+\\.\\d+\\.\\d+");
    }
}
