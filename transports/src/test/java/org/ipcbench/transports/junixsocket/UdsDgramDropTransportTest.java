package org.ipcbench.transports.junixsocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class UdsDgramDropTransportTest extends InScratchDirectory {
    private static final int BYTES = 64;
    private static final int MANY = 20_000;

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
    void sendersOfOneSocketAreToldApart() throws Exception {
        int clients = 3;
        Session shared = session.withConnections(clients);
        try (CloseOnFailure opened = new CloseOnFailure();
                MultiplexedListener listener = transport.listenMultiplexed(shared)) {
            Future<MultiplexedChannels> accepting = threads.submit(listener::accept);
            List<Channel> connected = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                Channel channel = transport.connect(
                        shared.connection(client), listener.addresses().get(client));
                opened.add(channel);
                connected.add(channel);
            }
            MultiplexedChannels server = accepting.get();
            opened.add(server);
            for (int client = clients - 1; client >= 0; client--) {
                connected.get(client).claim(BYTES).putInt(0, client);
                connected.get(client).commit();
                assertThat(server.next(BYTES)).isEqualTo(client);
                Channel own = server.channels().get(client);
                assertThat(own.receive(BYTES).getInt(0)).isEqualTo(client);
                own.claim(BYTES).putInt(0, 10 + client);
                own.commit();
                assertThat(connected.get(client).receive(BYTES).getInt(0)).isEqualTo(10 + client);
            }
        }
        assertThat(directory).isDirectoryNotContaining("glob:**.socket");
    }
}
