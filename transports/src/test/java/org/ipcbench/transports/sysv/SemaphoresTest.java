package org.ipcbench.transports.sysv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.KilledServer;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.shared.OwnerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The semaphores of {@code ring-semaphore}. */
class SemaphoresTest extends InScratchDirectory {
    private static final Path SETS = Path.of("/proc/sysvipc/sem");
    private static final int ID_COLUMN = 1;
    private static final int MODE_COLUMN = 2;

    private final Transport transport = TransportRegistry.load().named("ring-semaphore");

    @BeforeEach
    void skipWhereThereAreNoSemaphores() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void semaphoresAreForThisUserOnlyAndRecordedWhileTheyExist() throws IOException {
        String address;
        try (Listener listener = transport.listen(session)) {
            address = listener.address();
            assertThat(set(address))
                    .singleElement()
                    .satisfies(columns -> assertThat(columns[MODE_COLUMN]).isEqualTo("600"));
            assertThat(directory).isNotEmptyDirectory();
        }
        assertThat(set(address)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void nextServerRemovesTheSemaphoresOfAKilledServer() throws IOException, InterruptedException {
        String address = KilledServer.listenAndDie(transport.id(), directory);
        assertThat(set(address)).hasSize(1);
        transport.removeLeftOvers(directory);
        assertThat(set(address)).isEmpty();
        assertThat(directory).isEmptyDirectory();
        transport.removeLeftOvers(directory); // somebody else has been faster
    }

    @Test
    void semaphoresMuchOlderThanTheirRecordAreKept() throws IOException {
        try (Listener listener = transport.listen(session)) {
            Path record = onlyRecord();
            Files.setLastModifiedTime(record, FileTime.from(Instant.now().plus(2, ChronoUnit.DAYS)));
            transport.removeLeftOvers(directory);
            assertThat(set(listener.address())).hasSize(1);
            assertThat(record).doesNotExist();
        }
    }

    /** As where the scratch directory lies on another host, whose clock is ahead. */
    @Test
    void semaphoresAreRemovedThoughTheirRecordIsFromTheFuture() throws IOException, InterruptedException {
        String address = KilledServer.listenAndDie(transport.id(), directory);
        Files.setLastModifiedTime(onlyRecord(), FileTime.from(Instant.now().plusSeconds(60)));

        transport.removeLeftOvers(directory);

        assertThat(set(address)).isEmpty();
    }

    @Test
    void semaphoresWhoseRecordIsGoneAreRemovedAtOnce() throws IOException {
        int key = new SecureRandom().nextInt(1, Integer.MAX_VALUE);
        ObjectKind kind = ObjectKind.SEMAPHORES;
        OwnerRecord record = OwnerRecord.write(directory, kind.recordKind(), "any");
        record.delete(); // by the other peer, which sees the launcher dead

        assertThatIOException()
                .isThrownBy(() -> SysvObject.make(kind, key, record, 1))
                .withMessageContaining("scratch directory removed during");

        assertThat(kind.get(CLibrary.calls(), key, 0, 0)).isNegative();
        assertThat(Errno.last()).isEqualTo(Errno.ENOENT);
    }

    /** The record of the semaphores; a killed server leaves none of its ring. */
    private Path onlyRecord() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> records = files.toList();
            assertThat(records).hasSize(1);
            return records.get(0);
        }
    }

    /** @param address of the ring's file, and of the set behind it */
    private static List<String[]> set(String address) throws IOException {
        String id = address.substring(address.lastIndexOf(' ') + 1);
        return Files.readAllLines(SETS).stream()
                .map(line -> line.strip().split(" +"))
                .filter(columns -> columns[ID_COLUMN].equals(id))
                .toList();
    }
}
