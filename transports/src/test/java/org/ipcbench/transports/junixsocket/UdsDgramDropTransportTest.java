package org.ipcbench.transports.junixsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.workload.message.BatchEndClient;
import org.ipcbench.workload.message.BatchEndMessage;
import org.ipcbench.workload.message.BatchEndServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class UdsDgramDropTransportTest extends InScratchDirectory {
    private static final int BYTES = 64;
    private static final int MANY = 20_000;

    /** Of less than a stamp, of a stamp, of a message, and of more than one. */
    private static final int[] STRANGE_LENGTHS = {5, 8, BYTES + 8, 2 * BYTES};

    private final UdsDgramDropTransport transport = new UdsDgramDropTransport();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void senderDoesNotWaitAndWhatHasArrivedIsInOrder() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            for (int i = 0; i < MANY; i++) { // nobody receives
                pair.client().claim(BYTES).putInt(0, i);
                pair.client().commit();
            }
            LossyChannel server = (LossyChannel) pair.server();
            int received = 0;
            for (ByteBuffer message = next(server); message != null; message = next(server)) {
                assertThat(message.remaining()).isEqualTo(BYTES);
                assertThat(message.getInt(message.position())).isEqualTo(received);
                received++;
            }
            assertThat(received).isBetween(1, MANY - 1);
            server.claim(BYTES).putInt(0, 17);
            server.commit();
            assertThat(pair.client().receive(BYTES).getInt(0)).isEqualTo(17);
        }
    }

    private static @Nullable ByteBuffer next(LossyChannel channel) throws Exception {
        return channel.receiveWithin(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void datagramsOfAStrangerAreCountedAndNeverReceived() throws Exception {
        try (CloseOnFailure opened = new CloseOnFailure();
                AcceptingServer accepting = new AcceptingServer(transport, session);
                AFUNIXDatagramChannel stranger = strangerAt(accepting.address())) {
            opened.add(transport.connect(session, accepting.address()));
            LossyChannel server = (LossyChannel) accepting.channel();
            opened.add(server);
            sendAsAStranger(stranger);

            await().untilAsserted(() -> {
                assertThat(next(server)).isNull();
                assertThat(server.strangers()).isEqualTo(STRANGE_LENGTHS.length);
            });
        }
    }

    @Test
    void oneOfSeveralConnectionsCountsTheDatagramsOfStrangers() throws Exception {
        try (Crowd crowd = new Crowd(2);
                AFUNIXDatagramChannel stranger = strangerAt(crowd.address())) {
            crowd.connect();
            sendAsAStranger(stranger);
            crowd.client(1).claim(BYTES).putInt(0, 42);
            crowd.client(1).commit();

            assertThat(crowd.server().next(BYTES)).isOne();
            assertThat(crowd.ofServer(1).receive(BYTES).getInt(0)).isEqualTo(42);
            assertThat(crowd.ofServer(0).strangers() + crowd.ofServer(1).strangers())
                    .isEqualTo(STRANGE_LENGTHS.length);
        }
    }

    private static AFUNIXDatagramChannel strangerAt(String address) throws Exception {
        AFUNIXDatagramChannel stranger = AFUNIXDatagramChannel.open();
        stranger.connect(AFUNIXSocketAddress.of(Path.of(address.substring(address.indexOf(' ') + 1))));
        return stranger;
    }

    /** Zeros, as the number of the first client. */
    private static void sendAsAStranger(AFUNIXDatagramChannel stranger) throws Exception {
        for (int length : STRANGE_LENGTHS) {
            stranger.write(ByteBuffer.allocate(length));
        }
    }

    @Test
    void lostEndOfAClientDoesNotKeepTheOthersFromBeingServed() throws Exception {
        try (Crowd crowd = new Crowd(2)) {
            crowd.connect();
            for (int i = 0; i < MANY; i++) { // the queue is full
                crowd.client(0).claim(BYTES).putInt(0, i);
                crowd.client(0).commit();
            }
            crowd.client(0).close();
            Future<Integer> other = threads.submit(() -> {
                for (int served = crowd.server().next(BYTES);
                        ;
                        served = crowd.server().next(BYTES)) {
                    crowd.ofServer(served).receive(BYTES);
                    if (served == 1) {
                        return served;
                    }
                }
            });
            while (!other.isDone()) {
                crowd.client(1).claim(BYTES);
                crowd.client(1).commit();
                Thread.sleep(1);
            }
            assertThat(other.get()).isOne();
        }
    }

    @Test
    void endOfABatchThatIsLostIsRepeatedAmongSeveralClients() throws Exception {
        try (Crowd crowd = new Crowd(2)) {
            crowd.connect();
            for (int i = 0; i < MANY; i++) {
                crowd.client(1).claim(BYTES).putInt(0, i);
                crowd.client(1).commit();
            }
            BatchEndClient client = new BatchEndClient(crowd.client(0), BYTES, BYTES, NanoClock.system(), other -> {});
            Future<?> ending = threads.submit(() -> {
                client.send(5, 0);
                return null;
            });
            Thread.sleep(20); // the first one is lost
            BatchEndServer server = new BatchEndServer(crowd.ofServer(0), BYTES, BYTES);
            BatchEndMessage end = null;
            while (end == null) {
                int served = crowd.server().next(BYTES);
                ByteBuffer message =
                        Objects.requireNonNull(crowd.ofServer(served).receiveWithin(1));
                end = served == 0 ? server.answer(message) : null;
            }
            assertThat(end.messages()).isEqualTo(5);
            ending.get();
        }
    }

    /** Several clients that are connected to one server. */
    private final class Crowd implements AutoCloseable {
        private final CloseOnFailure opened = new CloseOnFailure();
        private final List<LossyChannel> connected = new ArrayList<>();
        private final Session shared;
        private final MultiplexedListener listener;
        private @Nullable MultiplexedChannels server;

        Crowd(int clients) throws Exception {
            shared = session.withConnections(clients);
            listener = transport.listenMultiplexed(shared);
            opened.add(listener);
        }

        String address() {
            return listener.addresses().get(0);
        }

        void connect() throws Exception {
            Future<MultiplexedChannels> accepting = threads.submit(listener::accept);
            for (int client = 0; client < shared.connections(); client++) {
                Channel channel = transport.connect(
                        shared.connection(client), listener.addresses().get(client));
                opened.add(channel);
                connected.add((LossyChannel) channel);
            }
            server = accepting.get();
            opened.add(server);
        }

        LossyChannel client(int number) {
            return connected.get(number);
        }

        MultiplexedChannels server() {
            return Objects.requireNonNull(server);
        }

        LossyChannel ofServer(int number) {
            return (LossyChannel) server().channels().get(number);
        }

        @Override
        public void close() throws Exception {
            opened.close();
        }
    }

    @Test
    void sendersOfOneSocketAreToldApart() throws Exception {
        int clients = 3;
        try (Crowd crowd = new Crowd(clients)) {
            crowd.connect();
            for (int client = clients - 1; client >= 0; client--) {
                crowd.client(client).claim(BYTES).putInt(0, client);
                crowd.client(client).commit();
                assertThat(crowd.server().next(BYTES)).isEqualTo(client);
                Channel own = crowd.ofServer(client);
                assertThat(own.receive(BYTES).getInt(0)).isEqualTo(client);
                own.claim(BYTES).putInt(0, 10 + client);
                own.commit();
                assertThat(crowd.client(client).receive(BYTES).getInt(0)).isEqualTo(10 + client);
            }
        }
        assertThat(directory).isDirectoryNotContaining("glob:**.socket");
    }
}
