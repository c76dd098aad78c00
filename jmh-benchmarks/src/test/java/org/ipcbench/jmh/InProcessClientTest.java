package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InProcessClientTest {
    private static final int SIZE_BYTES = 64;

    private final OneProcess transport = new OneProcess();

    @TempDir
    private Path directory;

    private Path file = Path.of("");

    @BeforeEach
    void makeFile() throws IOException {
        file = Files.write(directory.resolve("file"), new byte[SIZE_BYTES]);
    }

    @Test
    void failedServerHalfLeavesNothingOpen() {
        verifyNothingOpenAfter("cannot write", transfer(file, directory.resolve("missing")));
    }

    @Test
    void failedClientHalfLeavesNothingOpen() {
        verifyNothingOpenAfter("cannot read", transfer(directory.resolve("missing"), file));
    }

    @Test
    void uncheckedExceptionOfATransportLeavesNothingOpen() {
        transport.failure = "out of ideas";

        verifyNothingOpenAfter("out of ideas", new MessageStream(new Extent.Count(1), SIZE_BYTES));
    }

    private void verifyNothingOpenAfter(String reason, Workload workload) {
        PeerSettings settings = new PeerSettings(Jvm.current(), List.of(), "", Duration.ofSeconds(10));
        assertThatThrownBy(() -> InProcessClient.connect(
                        settings, transport, Placement.UNPINNED, workload, SIZE_BYTES, told -> {}))
                .hasMessageContaining(reason);
        assertThat(transport.opened).contains("listener", "client");
        assertThat(transport.closed).containsExactlyInAnyOrderElementsOf(transport.opened);
        assertThat(transport.scratch).doesNotExist();
    }

    private static Workload transfer(Path source, Path target) {
        return new Transfer(source, SIZE_BYTES, SIZE_BYTES, target);
    }

    /** Notes what is opened and closed of it. */
    private static final class OneProcess extends FakeTransport {
        private final List<String> opened = new ArrayList<>();
        private final List<String> closed = new ArrayList<>();
        private final MemoryChannel.Ends ends = MemoryChannel.connect(SIZE_BYTES);
        private Path scratch = Path.of("");
        /** What accepting fails with; empty where it does not. */
        private String failure = "";

        OneProcess() {
            super("monologue", 1);
        }

        @Override
        public Traits traits() {
            return Traits.of(WaitStrategy.NONE, Trait.IN_PROCESS);
        }

        @Override
        public Listener listen(Session session) {
            scratch = session.scratchDirectory();
            opened.add("listener");
            return new Listener() {
                @Override
                public String address() {
                    return "here";
                }

                @Override
                public Channel accept() {
                    if (!failure.isEmpty()) {
                        throw new IllegalStateException(failure);
                    }
                    return new Noted("server", ends.server(), OneProcess.this);
                }

                @Override
                public void close() {
                    closed.add("listener");
                }
            };
        }

        @Override
        public Channel connect(Session session, String address) {
            return new Noted("client", ends.client(), this);
        }
    }

    private record Noted(String name, MemoryChannel channel, OneProcess notes) implements InProcessChannel {
        Noted {
            notes.opened.add(name);
        }

        @Override
        public ByteBuffer claim(int length) {
            return channel.claim(length);
        }

        @Override
        public void commit() {
            channel.commit();
        }

        @Override
        public void handOver() {
            throw new UnsupportedOperationException("JMH paces nothing");
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            return channel.receive(length);
        }

        @Override
        public void whenWaiting(OtherHalf otherHalf) {
            channel.whenStarved(otherHalf::step);
        }

        @Override
        public void close() {
            notes.closed.add(name);
        }
    }
}
