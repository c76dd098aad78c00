package org.ipcbench.transports.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.netty.NettyTransport.NettyServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class NettyServerTest {
    /** In some of them the stranger is the first. */
    private static final int ROUNDS = 300;

    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private static final byte MESSAGE = 42;

    private static final EpollIo EPOLL = new EpollIo();

    @TempDir
    Path directory;

    /** The server connects to itself before anybody knows its path; a stranger may be faster. */
    @Test
    void clientIsServedThoughASilentStrangerComesFirst() throws Exception {
        assumeThat(EPOLL.availability()).isInstanceOf(Availability.Available.class);
        EPOLL.loadBy(directory);
        Path path = directory.resolve("socket");
        Process stranger = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stranger.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            stranger.getInputStream().read(); // it tries now
            long begin = System.nanoTime();
            for (int round = 0;
                    round < ROUNDS || (!hasCome(stranger) && System.nanoTime() - begin < PATIENCE_NANOS);
                    round++) {
                try (NettyServer server = new NettyServer()) {
                    server.bind(path);
                    assertThat(received(server, path)).isEqualTo(MESSAGE);
                }
                Files.deleteIfExists(path);
            }
            assertThat(hasCome(stranger)).isTrue();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    private static boolean hasCome(Process stranger) throws IOException {
        return stranger.getInputStream().available() > 0;
    }

    /** The byte that the server receives from a client of this process. */
    private static byte received(NettyServer server, Path path) throws IOException {
        try (NettySocket client = NettySocket.connect(path);
                NettySocket connected = acceptedOfThisProcess(server)) {
            client.write(ByteBuffer.allocate(1).put(0, MESSAGE));
            ByteBuffer message = ByteBuffer.allocate(1);
            assertThat(connected.read(message)).isEqualTo(1);
            return message.get(0);
        }
    }

    private static NettySocket acceptedOfThisProcess(NettyServer server) throws IOException {
        NettySocket next = server.accept();
        while (!next.leadsToThisProcess()) {
            next.close();
            next = server.accept();
        }
        return next;
    }

    /** Connects to a path whenever there is a socket, notes each connection on its standard output, and says nothing. */
    static final class Stranger {
        private static final List<SocketChannel> SILENT = new ArrayList<>();

        public static void main(String[] arguments) throws InterruptedException {
            System.out.write('!');
            System.out.flush();
            while (true) {
                try {
                    SILENT.add(SocketChannel.open(UnixDomainSocketAddress.of(arguments[0])));
                    System.out.write('+');
                    System.out.flush();
                    Thread.sleep(1); // others want to come in, too
                } catch (IOException e) {
                    Thread.onSpinWait(); // not yet
                }
            }
        }
    }
}
