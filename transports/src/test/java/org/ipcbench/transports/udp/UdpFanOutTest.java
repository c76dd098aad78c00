package org.ipcbench.transports.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ipcbench.transport.FanOut.Publication;
import org.ipcbench.transport.FanOut.Subscription;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On the loopback interface, which no datagram leaves. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UdpFanOutTest extends InScratchDirectory {
    private static final WhenFull WHEN_FULL = WhenFull.of(WhenFull.Policy.DROP_NEWEST);
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final long WAIT_NANOS = Duration.ofMillis(50).toNanos();
    private static final long OF_PUBLISHER = 42;
    private static final long OF_STRANGER = 666;

    private final UdpFanOut fanOut = new UdpFanOut();

    @BeforeEach
    void skipWhereLoopbackHasNoMulticast() throws IOException {
        try (Publication publication = fanOut.publish(session, WHEN_FULL)) {
            assumeThatCode(() -> fanOut.subscribe(session, publication.address(), WHEN_FULL)
                            .close())
                    .doesNotThrowAnyException();
        }
    }

    /** A datagram may be lost, so both send until each subscriber has heard both. */
    @Test
    void strangersAreCountedAndNotHeard() throws IOException {
        try (Publication publication = fanOut.publish(session, WHEN_FULL);
                Subscription first = fanOut.subscribe(session, publication.address(), WHEN_FULL);
                Subscription second = fanOut.subscribe(session, publication.address(), WHEN_FULL);
                DatagramChannel stranger = Loopback.bound()) {
            for (Subscription each : List.of(first, second)) {
                AtomicBoolean isHeard = new AtomicBoolean();
                await().atMost(DEADLINE).until(() -> {
                    sendTo(publication.address(), stranger);
                    publication.publish(message(OF_PUBLISHER));
                    ByteBuffer received = each.receiveWithin(WAIT_NANOS);
                    if (received != null) {
                        assertThat(received.getLong()).isEqualTo(OF_PUBLISHER);
                        isHeard.set(true);
                    }
                    return isHeard.get() && each.strangers() > 0;
                });
            }
        }
    }

    @Test
    void strangerWhoKeepsSendingEndsNoWait() throws IOException {
        try (Publication publication = fanOut.publish(session, WHEN_FULL);
                Subscription subscription = fanOut.subscribe(session, publication.address(), WHEN_FULL);
                DatagramChannel stranger = Loopback.bound()) {
            Thread sender = new Thread(() -> {
                try {
                    while (!Thread.currentThread().isInterrupted()) {
                        sendTo(publication.address(), stranger);
                        Thread.sleep(1);
                    }
                } catch (IOException | InterruptedException e) {
                    Thread.currentThread().interrupt(); // the test is over
                }
            });
            sender.start();
            await().atMost(DEADLINE).until(() -> {
                long start = System.nanoTime();
                assertThat(subscription.receiveWithin(WAIT_NANOS)).isNull();
                assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(WAIT_NANOS);
                return subscription.strangers() > 1;
            });
            sender.interrupt();
        }
    }

    /** A datagram of a message's length, and one that is longer than any message. */
    private void sendTo(String address, DatagramChannel stranger) throws IOException {
        String[] parts = address.split(" ", -1);
        NetworkInterface loopback =
                NetworkInterface.getByInetAddress(Loopback.at(0).getAddress());
        stranger.setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback);
        stranger.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 0);
        InetSocketAddress group = new InetSocketAddress(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1]));
        stranger.send(message(OF_STRANGER), group);
        stranger.send(ByteBuffer.allocate(session.maxMessageBytes() + 1), group);
    }

    private static ByteBuffer message(long content) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(content)
                .flip();
    }
}
