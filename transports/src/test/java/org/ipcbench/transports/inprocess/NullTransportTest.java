package org.ipcbench.transports.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NullTransportTest {
    private static final int SIZE_BYTES = 16;

    private final NullTransport transport = new NullTransport();
    private final Session session = ContractSession.in(Path.of("."), SIZE_BYTES);
    private InProcessChannel client;
    private Channel server;

    @BeforeEach
    void connect() throws IOException {
        try (Listener listener = transport.listen(session)) {
            client = (InProcessChannel) transport.connect(session, listener.address());
            server = listener.accept();
        }
    }

    @Test
    void otherHalfTakesAStepWhereThisOneWouldWait() throws IOException {
        long[] seen = {0, 0};
        client.whenWaiting(() -> {
            ByteBuffer message = server.receive(SIZE_BYTES);
            seen[0] = message.getLong(message.position());
            seen[1]++;
            ByteBuffer answer = server.claim(8);
            answer.putLong(answer.position(), -seen[0]);
            server.commit();
        });

        for (long value = 1; value <= 3; value++) {
            ByteBuffer message = client.claim(SIZE_BYTES);
            assertThat(message.remaining()).isEqualTo(SIZE_BYTES);
            message.putLong(message.position(), value);
            client.commit();
            ByteBuffer answer = client.receive(8);
            assertThat(answer.remaining()).isEqualTo(8);
            assertThat(answer.getLong(answer.position())).isEqualTo(-value);
        }
        assertThat(seen).containsExactly(3, 3);
    }

    @Test
    void otherHalfHandlesAtOnceWhatIsHandedOver() throws IOException {
        int[] handled = {0};
        client.whenWaiting(() -> {
            server.receive(SIZE_BYTES);
            handled[0]++;
        });

        client.handOver();
        assertThat(handled[0]).isZero();
        client.claim(SIZE_BYTES);
        client.commit();
        assertThat(handled[0]).isZero();
        client.handOver();
        assertThat(handled[0]).isEqualTo(1);
    }

    @Test
    void stepThatBringsNothingIsAnErrorNotAnEndlessWait() throws IOException {
        assertThatIOException().isThrownBy(() -> client.receive(SIZE_BYTES)).withMessageContaining("without sending");

        client.claim(SIZE_BYTES);
        client.commit();
        assertThatIOException().isThrownBy(() -> client.claim(SIZE_BYTES)).withMessageContaining("without receiving");
    }

    @Test
    void messagesSentBeforeCloseStillArrive() throws IOException {
        client.claim(SIZE_BYTES);
        client.commit();
        client.close();
        client.close();

        assertThat(server.receive(SIZE_BYTES).remaining()).isEqualTo(SIZE_BYTES);
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> server.receive(SIZE_BYTES));
    }

    @Test
    void strangersAndLateClientsAreRefused() throws IOException {
        try (Listener listener = transport.listen(session)) {
            Session stranger = ContractSession.ofStrangerTo(session);
            assertThatIOException().isThrownBy(() -> transport.connect(stranger, listener.address()));
            transport.connect(session, listener.address()).close();
            assertThatIOException().isThrownBy(() -> transport.connect(session, listener.address()));
        }
        assertThatIOException().isThrownBy(() -> transport.connect(session, "1"));
    }

    @Test
    void acceptingEndsWhenNobodyComes() throws IOException {
        try (Listener listener = transport.listen(ContractSession.impatient(session))) {
            assertThatIOException().isThrownBy(listener::accept);
        }
    }
}
