package org.ipcbench.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerThreadTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    private Path scratch;

    /** On a busy machine, the first use of a large library takes long; nothing is sent meanwhile. */
    @Test
    void isReadyEvenWhereListeningTakesLong() throws IOException, InterruptedException {
        SlowListening transport = new SlowListening();
        Session session = new Session(scratch, Token.random(), 64, 0, TIMEOUT);
        Workload workload = new MessageStream(new Extent.Count(1), 64);
        try (PeerThread server = new PeerThread(Role.SERVER, scratch, new TransportRegistry(List.of(transport)))) {
            server.play(new Assign(transport.id(), workload, session, ConnectionShare.SERVER_OF_ONE, 1));

            assertThat(server.ready().address()).isEqualTo("here");
            server.join(TIMEOUT);
        }
    }

    /** Takes its time to listen, and then accepts nobody. */
    private static final class SlowListening extends FakeTransport {
        SlowListening() {
            super("slow", 1);
        }

        @Override
        public Listener listen(Session session) {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Listener() {
                @Override
                public String address() {
                    return "here";
                }

                @Override
                public Channel accept() throws IOException {
                    throw new IOException("nobody is accepted");
                }

                @Override
                public void close() {
                    // there is nothing to close
                }
            };
        }
    }
}
