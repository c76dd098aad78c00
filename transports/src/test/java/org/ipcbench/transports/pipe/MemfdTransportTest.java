package org.ipcbench.transports.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in several files. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class MemfdTransportTest extends InScratchDirectory {
    private final MemfdTransport transport = new MemfdTransport();

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    /** The last two have fewer bytes than files. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64, 128})
    void partsOfAMessageArriveInTheirOrder(int parts) throws Exception {
        Session parted = session.sending(new ChannelOptions(ChannelOptions.Tcp.NODELAY, 1, parts));
        byte[] content = new byte[50];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) i;
        }
        try (ConnectedPair pair = new ConnectedPair(transport, parted)) {
            for (int message = 0; message < 3; message++) {
                content[0] = (byte) message;
                ByteBuffer claimed = pair.client().claim(content.length);
                claimed.put(content);
                pair.client().commit();
                byte[] received = new byte[content.length];
                pair.server().receive(content.length).get(received);
                assertThat(received).isEqualTo(content);
            }
        }
    }

    @Test
    void senderStopsWhenFewMessagesAreUnderWay() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    try {
                        ConnectedPair.send(pair.client(), 8, i);
                    } catch (IOException e) {
                        return; // the test has failed
                    }
                }
            });
            sender.start();
            sender.join(500);
            assertThat(sender.isAlive()).isTrue();
            for (int i = 0; i < 100; i++) {
                assertThat(pair.server().receive(8).get()).isEqualTo((byte) i);
            }
            sender.join();
        }
    }
}
