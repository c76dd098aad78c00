package com.example.chronicle;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;

/** Both sides prove the session's token in the first excerpts of their queues, before the session's connect timeout. */
final class Authentication {
    private static final long REST_NANOS = Duration.ofMillis(1).toNanos();

    private Authentication() {}

    static void proveToServer(QueueEnds ends, Session session) throws IOException {
        ends.appender().writeBytes(Bytes.wrapForRead(session.token().clientProof()));
        await(ends.tailer(), session.token().serverProof(), session.connectTimeout(), "server did not authenticate");
    }

    /** Passes over whatever strangers have written before. */
    static void verifyClient(QueueEnds ends, Session session) throws IOException {
        await(ends.tailer(), session.token().clientProof(), session.connectTimeout(), "no client authenticated");
        ends.appender().writeBytes(Bytes.wrapForRead(session.token().serverProof()));
    }

    private static void await(ExcerptTailer tailer, byte[] proof, Duration timeout, String failure)
            throws IOException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        byte[] shown = new byte[Token.PROOF_BYTES];
        while (!isNext(tailer, proof, shown)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new IOException("%s within %d ms".formatted(failure, timeout.toMillis()));
            }
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    private static boolean isNext(ExcerptTailer tailer, byte[] proof, byte[] shown) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent() || document.wire().bytes().readRemaining() != proof.length) {
                return false;
            }
            document.wire().bytes().read(shown);
            return Token.matches(proof, shown);
        }
    }
}
