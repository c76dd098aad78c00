package org.ipcbench.transports.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ipcbench.ByTurns;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.PairProcesses;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer whose launcher is stopped when it should send the 'Go'. */
@Timeout(120)
final class MissingGoIT {
    private static final int SIZE_BYTES = 64;
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TEST_TIMEOUT = Duration.ofSeconds(50);

    @ByTurns(day = 0)
    @Test
    void armedServerEndsAfterTheTimeout() throws Exception {
        Transport transport = TransportRegistry.load().named("uds");
        Workload workload = new MessageStream(new Extent.Count(1), SIZE_BYTES);
        PeerSettings settings =
                new PeerSettings(Jvm.current(), List.of(), PeerSettings.currentClassPath(), TEST_TIMEOUT);
        try (PairProcesses processes =
                PairProcesses.start(settings, transport, SIZE_BYTES, Placement.UNPINNED, List.of(Role.SERVER))) {
            Session session = new Session(processes.scratch().path(), Token.random(), SIZE_BYTES, 0, SESSION_TIMEOUT);
            processes
                    .peer(Role.SERVER)
                    .send(new Assign(transport.id(), workload, session, ConnectionShare.SERVER_OF_ONE, 0));
            String address = processes.inbox().await(Role.SERVER, Ready.class).address();
            try (Channel channel = transport.connect(session, address);
                    ClientHalf client = workload.client(channel, SIZE_BYTES, new Recorder(), NanoClock.system())) {
                client.batch(1); // ends the server's warm-up
                processes.inbox().await(Role.SERVER, Armed.class);

                assertThat(processes.inbox().firstFailure().get(TEST_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo("server ended with exit code 3; last words:"
                                + " no 'Go' from the launcher within its timeout; it is stopped");
            }
        }
    }
}
