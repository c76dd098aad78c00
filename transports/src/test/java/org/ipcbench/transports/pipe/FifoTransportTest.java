package org.ipcbench.transports.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.Listener;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class FifoTransportTest extends InScratchDirectory {
    private static final int FIFO_FOR_THIS_USER_ALONE = 0010600;

    private final FifoTransport transport = new FifoTransport();

    @Test
    void makesRealFifosForThisUserAlone() throws IOException {
        try (Listener listener = transport.listen(session)) {
            Path address = Path.of(listener.address());
            assertThat(Files.getAttribute(address.resolve(FifoTransport.TO_SERVER), "unix:mode"))
                    .isEqualTo(FIFO_FOR_THIS_USER_ALONE);
            assertThat(Files.getAttribute(address.resolve(FifoTransport.TO_CLIENT), "unix:mode"))
                    .isEqualTo(FIFO_FOR_THIS_USER_ALONE);
        }
    }

    @Test
    void leavesNothingBehind() throws IOException {
        transport.listen(session).close();
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {FifoTransport.TO_SERVER, FifoTransport.TO_CLIENT})
    void refusesToConnectThroughARegularFile(String name) throws IOException {
        try (Listener listener = transport.listen(session)) {
            Path fifo = directory.resolve(name);
            Files.delete(fifo);
            Files.createFile(fifo);
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(session, listener.address()))
                    .withMessageContaining("is not a FIFO");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FifoTransport.TO_SERVER, FifoTransport.TO_CLIENT})
    void refusesToListenThroughARegularFile(String name) throws IOException {
        Files.createFile(directory.resolve(name));
        assertThatIOException()
                .isThrownBy(() -> transport.listen(session))
                .withMessageContaining("mkfifo")
                .withMessageContaining(name);
    }
}
