package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InProcessClientIT {
    private static final int SIZE_BYTES = 64;

    private final Watched transport = new Watched();

    @TempDir
    Path directory;

    @Test
    void failedClientHalfLeavesNeitherItsChannelNorTheServer() {
        Workload unreadable = new Transfer(directory.resolve("missing"), SIZE_BYTES, SIZE_BYTES, null);

        assertThatThrownBy(connecting(unreadable))
                .isInstanceOf(IterationFailedException.class)
                .hasMessageContaining("cannot read");

        assertThat(transport.channels)
                .singleElement()
                .satisfies(
                        channel -> assertThatThrownBy(() -> use(channel)).isInstanceOf(ClosedChannelException.class));
        assertNothingLeft();
    }

    @Test
    void uncheckedExceptionOfATransportLeavesNoServer() {
        transport.failure = "out of ideas";

        assertThatThrownBy(connecting(new MessageStream(new Extent.Count(1), SIZE_BYTES)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("out of ideas");

        assertNothingLeft();
    }

    private ThrowingCallable connecting(Workload workload) {
        PeerSettings settings =
                new PeerSettings(Jvm.current(), List.of(), PeerSettings.currentClassPath(), Duration.ofSeconds(20));
        return () -> InProcessClient.connect(settings, transport, Placement.UNPINNED, workload, SIZE_BYTES, told -> {})
                .close();
    }

    private void assertNothingLeft() {
        assertThat(transport.scratch).isAbsolute().doesNotExist();
        assertThat(ProcessHandle.current().children())
                .noneMatch(child -> child.info().commandLine().orElse("").contains(transport.scratch.toString()));
    }

    private static void use(Channel channel) throws IOException {
        channel.claim(SIZE_BYTES);
        channel.commit();
    }

    /** A transport that is known to the server, as this JVM's client sees it. */
    private static final class Watched implements Transport {
        private final Transport real = TransportRegistry.load().named("uds");
        private final List<Channel> channels = new ArrayList<>();
        private Path scratch = Path.of("");
        /** What connecting fails with, behind the real transport's back; empty where it does not. */
        private String failure = "";

        @Override
        public TransportInfo info() {
            return real.info();
        }

        @Override
        public Traits traits() {
            return real.traits();
        }

        @Override
        public Listener listen(Session session) throws IOException {
            return real.listen(session);
        }

        @Override
        public Channel connect(Session session, String address) throws IOException {
            scratch = session.scratchDirectory();
            if (!failure.isEmpty()) {
                throw new IllegalStateException(failure);
            }
            Channel channel = real.connect(session, address);
            channels.add(channel);
            return channel;
        }
    }
}
