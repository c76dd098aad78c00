package org.ipcbench.transports.socket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Session.ChannelOptions.Tcp;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TcpTransportTest extends InScratchDirectory {
    private static final int CROWD = 100;
    private static final int TURNED_AWAY_MILLIS = 10_000;

    /** Longer than a connection is heard for certain in a crowd. */
    private static final int TIME_TAKEN_MILLIS = 1_300;

    private static final int FIRST_EXCHANGES = 20;
    private static final int EXCHANGES = 30;
    private static final int TRIES = 5;
    private static final long DELAYED_NANOS = 35_000_000;
    private static final int MORE_THAN_A_KERNEL_GRANTS = 1 << 30;

    private final TcpTransport transport = new TcpTransport();

    @Test
    void silentStrangerIsRefused() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Socket stranger = socketTo(server)) {
            verifyClientGetsIn(server);
            verifyTurnedAway(stranger);
        }
    }

    /** The kernel's timer, not this machine's speed: the second write waits for an acknowledgement that is delayed by 40 ms. */
    @Test
    void answersInTwoWritesWaitForDelayedAcknowledgementsUnlessTheUserPreventsIt() throws Exception {
        long delayed = 0;
        for (int i = 0; i < TRIES && delayed <= DELAYED_NANOS; i++) { // the kernel delays none after a long stall
            delayed = fastestNanos(Tcp.NAGLE, 2);
        }
        assertThat(delayed).isGreaterThan(DELAYED_NANOS);
        assertThat(fastestNanos(Tcp.NODELAY, 2)).isLessThan(DELAYED_NANOS);
        assertThat(fastestNanos(Tcp.NAGLE_QUICKACK, 2)).isLessThan(DELAYED_NANOS);
        assertThat(fastestNanos(Tcp.NAGLE, 1)).isLessThan(DELAYED_NANOS);
    }

    /** The fastest exchange after the first ones, whose acknowledgements a new connection does not delay. */
    private long fastestNanos(Tcp tcp, int writes) throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session.sending(new ChannelOptions(tcp, writes)))) {
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < EXCHANGES; i++) {
                long start = System.nanoTime();
                pair.exchange(i);
                fastest = i < FIRST_EXCHANGES ? fastest : Math.min(fastest, System.nanoTime() - start);
            }
            return fastest;
        }
    }

    /** As one does that gets no CPU time. */
    @Test
    void clientThatTakesItsTimeGetsIn() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Socket client = socketTo(server)) {
            Thread.sleep(TIME_TAKEN_MILLIS);
            client.getOutputStream().write(session.token().clientProof());

            assertThat(client.getInputStream().readNBytes(Token.PROOF_BYTES))
                    .isEqualTo(session.token().serverProof());
            server.channel().close();
        }
    }

    /** One after the other, they would take longer than the client has. */
    @Test
    void manySilentStrangersDoNotKeepTheClientOut() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            List<Socket> crowd = new ArrayList<>();
            for (int i = 0; i < CROWD; i++) {
                crowd.add(socketTo(server));
            }
            verifyClientGetsIn(server);
            for (Socket stranger : crowd) {
                verifyTurnedAway(stranger);
                stranger.close();
            }
        }
    }

    @Test
    void strangerWhoSendsTooLittleIsRefused() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Socket stranger = socketTo(server)) {
            stranger.getOutputStream().write(session.token().clientProof(), 0, Token.PROOF_BYTES - 1);
            verifyClientGetsIn(server);
            verifyTurnedAway(stranger);
        }
    }

    @Test
    void strangerWhoSendsWrongBytesIsRefused() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Socket stranger = socketTo(server)) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            verifyTurnedAway(stranger);
            verifyClientGetsIn(server);
        }
    }

    @Test
    void clientIsServedAfterAStrangerWhoHungUp() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            socketTo(server).close();
            verifyClientGetsIn(server);
        }
    }

    @Test
    void refusedBufferIsNotReportedAsFailedAuthentication() throws Exception {
        Session greedy = ContractSession.withBuffer(session, MORE_THAN_A_KERNEL_GRANTS);
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(greedy, server.address()))
                    .withMessageStartingWith("--buffer " + MORE_THAN_A_KERNEL_GRANTS);
        }
    }

    private void verifyClientGetsIn(AcceptingServer server) throws Exception {
        try (Channel client = transport.connect(session, server.address());
                Channel accepted = server.channel()) {
            accepted.claim(8).putLong(42);
            accepted.commit();
            assertThat(client.receive(8).getLong()).isEqualTo(42);
        }
    }

    private static Socket socketTo(AcceptingServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(server.address()));
    }

    /** The server hangs up without a word; what it had not read makes the kernel reset the connection. */
    private static void verifyTurnedAway(Socket stranger) throws IOException {
        stranger.setSoTimeout(TURNED_AWAY_MILLIS);
        int answer;
        try {
            answer = stranger.getInputStream().read();
        } catch (SocketException reset) {
            answer = -1;
        }
        assertThat(answer).isEqualTo(-1);
    }
}
