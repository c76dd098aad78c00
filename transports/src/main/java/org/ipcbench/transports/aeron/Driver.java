package org.ipcbench.transports.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport.Auxiliary;

/**
 * Aeron's media driver on one thread, which sleeps between its rounds. The driver does not carry messages. It advances the
 * sender's limit as the receiver reads, and zeroes memory that has been read.
 */
final class Driver implements Auxiliary {
    /**
     * Time between two rounds. Half a term may be in flight, and 8 MiB per round is more than the memory's bandwidth. An
     * idle driver costs a few hundredths of a CPU; a spinning one would take a whole CPU from the peers.
     */
    private static final long SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** Smaller than Aeron's default, which is for hundreds of streams, because shared memory is scarce in containers. */
    private static final int SHARED_BUFFER_BYTES = 1 << 20;

    /**
     * Aeron's timeouts are longer than the launcher's timeout for peers without progress, so that the launcher is the first
     * to give up.
     */
    private static final int LIVENESS_FACTOR = 2;

    private static final Duration MIN_LIVENESS = Duration.ofSeconds(10);

    /** How long a client or the driver may be silent before the other one considers it dead. */
    static Duration liveness(Session session) {
        Duration wanted = session.connectTimeout().multipliedBy(LIVENESS_FACTOR);
        return wanted.compareTo(MIN_LIVENESS) < 0 ? MIN_LIVENESS : wanted;
    }

    @Override
    public Closeable start(Session session) throws IOException {
        LogMemory memory = LogMemory.ofThisMachine();
        memory.requireSpaceForDriver();
        DriverDirectory directory = DriverDirectory.create(memory.memory().root(), session.scratchDirectory());
        MediaDriver driver = MediaDriver.launch(context(session, directory));
        return () -> {
            driver.close();
            directory.remove();
        };
    }

    private static MediaDriver.Context context(Session session, DriverDirectory directory) {
        long livenessNanos = liveness(session).toNanos();
        return new MediaDriver.Context()
                .aeronDirectoryName(directory.aeronDirectoryName())
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingIdleStrategy(SLEEP_NANOS))
                .termBufferSparseFile(false)
                .clientLivenessTimeoutNs(livenessNanos)
                .publicationUnblockTimeoutNs(LIVENESS_FACTOR * livenessNanos)
                .counterValuesBufferLength(SHARED_BUFFER_BYTES)
                .lossReportBufferLength(SHARED_BUFFER_BYTES);
    }
}
