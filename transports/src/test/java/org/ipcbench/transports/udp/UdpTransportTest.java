package org.ipcbench.transports.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.udp.UdpTransport.UdpAuthentication;
import org.ipcbench.transports.udp.UdpTransport.UdpChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UdpTransportTest extends InScratchDirectory {
    private static final long SOON_NANOS = Duration.ofMillis(50).toNanos();
    private static final long PATIENT_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int SILENCE_MILLIS = 300;
    /** Far less than the wait that they are to disturb. */
    private static final long BETWEEN_DATAGRAMS_NANOS = Duration.ofMillis(1).toNanos();

    private static final long STRANGERS_WAIT_NANOS = Duration.ofMillis(500).toNanos();

    /** Far more than a receive buffer takes as Linux sets it up. */
    private static final int MORE_THAN_FIT = 50_000;

    private final UdpTransport transport = new UdpTransport();

    @SuppressWarnings("NullAway.Init") // every test connects
    private LossyChannel client;

    @SuppressWarnings("NullAway.Init") // every test connects
    private LossyChannel accepted;

    @AfterEach
    void closeBoth() throws IOException {
        client.close();
        accepted.close();
    }

    private void connect() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            connectTo(server);
        }
    }

    private void connectTo(AcceptingServer server) throws Exception {
        client = (LossyChannel) transport.connect(session, server.address());
        accepted = (LossyChannel) server.channel();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 50})
    void waitsNoLongerThanAskedForAndReceivesAfterwards(long millis) throws Exception {
        connect();
        long nanos = Duration.ofMillis(millis).toNanos();
        for (int i = 0; i < 3; i++) {
            long start = System.nanoTime();
            assertThat(client.receiveWithin(nanos)).isNull();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);

            send(accepted, i);
            assertThat(received(client)).isEqualTo(i);
        }
    }

    @Test
    void senderDoesNotWaitForTheReceiver() throws Exception {
        connect();
        for (int i = 0; i < MORE_THAN_FIT; i++) {
            send(client, i);
        }

        int count = 0;
        long before = -1;
        for (ByteBuffer m = accepted.receiveWithin(SOON_NANOS); m != null; m = accepted.receiveWithin(SOON_NANOS)) {
            long number = m.getLong();
            assertThat(number).isGreaterThan(before);
            before = number;
            count++;
        }
        assertThat(count).isBetween(1, MORE_THAN_FIT - 1);
    }

    @Test
    void largestDatagramFitsAndKeepsItsBoundaries() throws Exception {
        int largest = transport.traits().sizeLimit().maximumBytes();
        session = ContractSession.in(directory, largest);
        connect();

        for (int length : new int[] {largest, 1, LossyChannel.MIN_BYTES, largest}) {
            client.claim(length).put(0, (byte) length);
            client.commit();
            assertThat(accepted.receiveWithin(PATIENT_NANOS)).satisfies(message -> {
                assertThat(message.remaining()).isEqualTo(length);
                assertThat(message.get()).isEqualTo((byte) length);
            });
        }
    }

    @Test
    void everySessionCarriesTheMessagesThatEndABatch() throws Exception {
        session = ContractSession.in(directory, 1);
        connect();

        client.claim(LossyChannel.MIN_BYTES);
        client.commit();

        assertThat(accepted.receive(LossyChannel.MIN_BYTES).remaining()).isEqualTo(LossyChannel.MIN_BYTES);
    }

    @Test
    void messageOfAnotherLengthThanExpectedIsAnError() throws Exception {
        connect();
        send(client, 1);

        assertThatIOException().isThrownBy(() -> accepted.receive(4)).withMessageContaining("8 bytes");
    }

    @Test
    void datagramLongerThanAnyMessageIsNotTruncatedToOne() throws Exception {
        connect();
        byte[] tooLong = new byte[1000];
        UdpChannel sender = (UdpChannel) client;
        sender.send(ByteBuffer.wrap(tooLong));

        assertThatIOException().isThrownBy(() -> accepted.receive(session.maxMessageBytes()));
    }

    @Test
    void strangersAreNotHeardOnceConnected() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                DatagramSocket stranger = new DatagramSocket(0)) {
            connectTo(server);
            stranger.send(new DatagramPacket(new byte[8], 8, address(server)));
            send(client, 42);

            assertThat(received(accepted)).isEqualTo(42);
            assertThat(accepted.receiveWithin(SOON_NANOS)).isNull();
            assertThat(accepted.strangers()).as("counted").isOne();
            assertThat(client.strangers()).isZero();
        }
    }

    @Test
    void strangerWhoKeepsSendingProlongsNoWait() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                DatagramSocket stranger = new DatagramSocket(0)) {
            connectTo(server);
            Thread sender = new Thread(() -> {
                try {
                    while (!stranger.isClosed()) {
                        stranger.send(new DatagramPacket(new byte[8], 8, address(server)));
                        LockSupport.parkNanos(BETWEEN_DATAGRAMS_NANOS);
                    }
                } catch (IOException e) {
                    stranger.close(); // the test is over
                }
            });
            sender.start();

            assertThat(accepted.receiveWithin(STRANGERS_WAIT_NANOS)).isNull();
            send(client, 42);
            assertThat(received(accepted)).isEqualTo(42);
        }
    }

    @Test
    void strangersGetNoAnswerAndDoNotKeepTheClientOut() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                DatagramSocket stranger = new DatagramSocket(0)) {
            for (int length : IntStream.of(0, 1, 16, 20, 1000).toArray()) {
                stranger.send(new DatagramPacket(new byte[length], length, address(server)));
            }
            connectTo(server);
            send(client, 42);

            assertThat(received(accepted)).isEqualTo(42);
            assertSilent(stranger);
        }
    }

    /** As if the answer had got lost: the client asks again while the server has long begun. */
    @Test
    void repeatedProofIsAnsweredAndIsNotAMessage() throws Exception {
        session = ContractSession.in(directory, UdpAuthentication.CLIENT_BYTES);
        connect();
        UdpAuthentication authentication = new UdpAuthentication(session);
        UdpChannel asking = (UdpChannel) client;
        asking.send(authentication.ofClient(asking.inbox().address()));
        send(client, 42);

        assertThat(received(accepted)).isEqualTo(42);
        assertThat(accepted.strangers()).isZero();
        send(accepted, 43);
        assertThat(received(client)).isEqualTo(43);
    }

    @Test
    void sendingToAClosedSocketFails() throws Exception {
        connect();
        accepted.close();

        assertThatIOException()
                .isThrownBy(() -> {
                    send(client, 1); // the kernel tells with the next one
                    send(client, 2);
                })
                .withMessageContaining("closed");
    }

    @Test
    void connectingWithoutAListenerIsReported() throws Exception {
        String address;
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            connectTo(server);
            address = server.address();
        }
        accepted.close();

        assertThatIOException()
                .isThrownBy(() -> transport.connect(ContractSession.impatient(session), address))
                .withMessageContaining("UDP port " + address);
    }

    private static void send(LossyChannel channel, long number) throws IOException {
        channel.claim(Long.BYTES).putLong(number);
        channel.commit();
    }

    private static long received(LossyChannel channel) throws IOException {
        ByteBuffer message = channel.receiveWithin(PATIENT_NANOS);
        if (message == null) {
            throw new AssertionError("nothing came");
        }
        return message.getLong();
    }

    private static InetSocketAddress address(AcceptingServer server) throws IOException {
        return Loopback.at(Integer.parseInt(server.address()));
    }

    private static void assertSilent(DatagramSocket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        try {
            socket.receive(new DatagramPacket(new byte[100], 100));
        } catch (SocketTimeoutException e) {
            return;
        }
        throw new AssertionError("a stranger was answered");
    }
}
