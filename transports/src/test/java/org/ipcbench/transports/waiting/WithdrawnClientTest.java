package org.ipcbench.transports.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of the transports whose sides look for each other's proof, which nobody tells of an end. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class WithdrawnClientTest extends InScratchDirectory {

    @ParameterizedTest
    @ValueSource(strings = {"ring-spin", "sysv-mq", "posix-mq"})
    void clientThatGaveUpIsNotAccepted(String id) throws Exception {
        Transport transport = TransportRegistry.load().named(id);
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Session impatient = withTimeout(Duration.ofMillis(1));
        try (Listener listener = transport.listen(impatient)) {
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(impatient, listener.address()))
                    .withMessageContaining("the server's answer");
            assertThatIOException()
                    .isThrownBy(listener::accept)
                    .withMessageContaining("a client that proves the session's token");
        }
        assertThat(directory).isEmptyDirectory();
    }
}
