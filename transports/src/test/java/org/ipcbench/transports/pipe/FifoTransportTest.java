package org.ipcbench.transports.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class FifoTransportTest extends InScratchDirectory {
    private static final int FIFO_FOR_THIS_USER_ALONE = 0010600;

    private static final int USUAL_PAGES = 16;

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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bufferIsThePipesCapacity(boolean byNativeCalls) throws Exception {
        int pages = 2 * USUAL_PAGES;
        Transport fifo = byNativeCalls ? new FifoTransport.Native() : transport;
        int bytes = PageSize.bytes().orElseThrow();
        try (ConnectedPair pair = new ConnectedPair(fifo, ContractSession.withBuffer(session, pages * bytes))) {
            assertThat(pair.client().room(bytes).there()).isEqualTo(pages);
            assertThat(pair.client().room(bytes).back()).isEqualTo(pages);
        }
    }

    @Test
    void capacityAboveTheLimitOfTheUserIsRefused() throws IOException {
        PipeCapacity.requireWithin(1 << 20, OptionalLong.of(1 << 20), false);
        PipeCapacity.requireWithin(1 << 21, OptionalLong.of(1 << 20), true);

        assertThatIOException()
                .isThrownBy(() -> PipeCapacity.requireWithin(1 << 21, OptionalLong.of(1 << 20), false))
                .withMessage(
                        "--buffer 2097152: a pipe of this user has at most 1048576 bytes (fs.pipe-max-size); raise it"
                                + " with: sysctl -w fs.pipe-max-size=2097152");
    }

    @Test
    void pagesAboveTheLimitOfTheUserAreRefused() throws IOException {
        int page = PageSize.bytes().orElseThrow();
        PipeCapacity.requirePages(3 * page, 4, OptionalLong.of(32));
        PipeCapacity.requirePages(3 * page, 4, OptionalLong.of(0));
        PipeCapacity.requirePages(3 * page, 4, OptionalLong.empty());

        assertThatIOException()
                .isThrownBy(() -> PipeCapacity.requirePages(3 * page, 4, OptionalLong.of(31)))
                .withMessageContaining("the pipes of 4 connections take 32 pages")
                .withMessageEndingWith("sysctl -w fs.pipe-user-pages-soft=64");
        assertThatIOException().isThrownBy(() -> PipeCapacity.requirePages(4 * page + 1, 1, OptionalLong.of(15)));
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
