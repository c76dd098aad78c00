package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Connected;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.CostMeter.AllocationMeter;
import org.ipcbench.peer.Assignment.ReportedFailureException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class AssignmentTest {
    private static final int SIZE_BYTES = 64;

    @TempDir
    private Path directory;

    private final List<ControlMessage> heardBeforeClosing = new ArrayList<>();

    @Test
    void failureIsToldBeforeTheChannelIsClosed() throws IOException {
        Path socket = directory.resolve("control");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            try (ControlLink link = ControlLink.connect(socket);
                    ControlLink launcher = new ControlLink(listener.accept())) {
                Assignment assignment = assignment(link, new FakeTransport("broken", 1) {
                    @Override
                    public Channel connect(Session session, String address) {
                        return new BrokenChannel(launcher);
                    }
                });

                assertThatExceptionOfType(ReportedFailureException.class).isThrownBy(assignment::perform);
            }
        }
        assertThat(heardBeforeClosing)
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(Ready.class),
                        second -> assertThat(second).isInstanceOf(Connected.class),
                        third -> assertThat(third).isEqualTo(new Failed("IOException: message 0 is damaged")));
    }

    private Assignment assignment(ControlLink link, FakeTransport transport) throws IOException {
        Session session = new Session(directory, Token.random(), SIZE_BYTES, 0, Duration.ofSeconds(10));
        Workload workload = new PingPong(new Extent.Count(1), SIZE_BYTES);
        LauncherSignal launcher = new LauncherSignal();
        launcher.arrived(new AllConnected());
        return new Assignment(
                new Assign(transport.id(), workload, session, ConnectionShare.ofClient(0, List.of("")), 1),
                Role.CLIENT,
                transport,
                link,
                launcher,
                CostMeter.system(new AllocationMeter(Set.of())),
                ProgressPage.make(directory.resolve("progress"), 1),
                Optional.empty());
    }

    /** Nothing can be sent on it. */
    private final class BrokenChannel implements Channel {
        private final ControlLink launcher;

        BrokenChannel(ControlLink launcher) {
            this.launcher = launcher;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            throw new IOException("message 0 is damaged");
        }

        @Override
        public void commit() {
            throw new IllegalStateException("nothing is claimed");
        }

        @Override
        public ByteBuffer receive(int length) {
            throw new IllegalStateException("nothing is sent");
        }

        /** What the launcher has heard by now; waits until there are three messages. */
        @Override
        public void close() throws IOException {
            for (int i = 0; i < 3; i++) {
                ControlMessage message = launcher.receive();
                if (message != null) {
                    heardBeforeClosing.add(message);
                }
            }
        }
    }
}
