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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that outlive their maker, so that a record of their owner lies in the scratch directory while they exist. */
class SysvObjectsTest extends InScratchDirectory {
    private static final int ID_COLUMN = 1;
    private static final int MODE_COLUMN = 2;

    /** The transports that make them; shared memory is gone with its last user. */
    private enum Maker {
        QUEUES("sysv-mq", ObjectKind.MESSAGE_QUEUE, "msg"),
        SEMAPHORES("ring-semaphore", ObjectKind.SEMAPHORES, "sem");

        private final String id;
        private final ObjectKind kind;
        private final Path objects;

        Maker(String id, ObjectKind kind, String file) {
            this.id = id;
            this.kind = kind;
            objects = Path.of("/proc/sysvipc", file);
        }

        Transport transport() {
            Transport transport = TransportRegistry.load().named(id);
            assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
            return transport;
        }

        /** @param address ends in the object's id */
        List<String[]> at(String address) throws IOException {
            String object = address.substring(address.lastIndexOf(' ') + 1);
            return Files.readAllLines(objects).stream()
                    .map(line -> line.strip().split(" +"))
                    .filter(columns -> columns[ID_COLUMN].equals(object))
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectIsForThisUserOnlyAndRecordedWhileItExists(Maker maker) throws IOException {
        String address;
        try (Listener listener = maker.transport().listen(session)) {
            address = listener.address();
            assertThat(maker.at(address))
                    .singleElement()
                    .satisfies(columns -> assertThat(columns[MODE_COLUMN]).isEqualTo("600"));
            assertThat(directory).isNotEmptyDirectory();
        }
        assertThat(maker.at(address)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    void nextServerRemovesTheObjectOfAKilledServer(Maker maker) throws IOException, InterruptedException {
        Transport transport = maker.transport();
        String address = KilledServer.listenAndDie(maker.id, directory);
        assertThat(maker.at(address)).hasSize(1);
        transport.removeLeftOvers(directory);
        assertThat(maker.at(address)).isEmpty();
        assertThat(directory).isEmptyDirectory();
        transport.removeLeftOvers(directory); // somebody else has been faster
    }

    @ParameterizedTest
    @EnumSource
    void objectMuchOlderThanItsRecordIsKept(Maker maker) throws IOException {
        Transport transport = maker.transport();
        try (Listener listener = transport.listen(session)) {
            Path record = onlyRecord();
            Files.setLastModifiedTime(record, FileTime.from(Instant.now().plus(2, ChronoUnit.DAYS)));
            transport.removeLeftOvers(directory);
            assertThat(maker.at(listener.address())).hasSize(1);
            assertThat(record).doesNotExist();
        }
    }

    /** As where the scratch directory lies on another host, whose clock is ahead. */
    @ParameterizedTest
    @EnumSource
    void objectIsRemovedThoughItsRecordIsFromTheFuture(Maker maker) throws IOException, InterruptedException {
        Transport transport = maker.transport();
        String address = KilledServer.listenAndDie(maker.id, directory);
        Files.setLastModifiedTime(onlyRecord(), FileTime.from(Instant.now().plusSeconds(60)));

        transport.removeLeftOvers(directory);

        assertThat(maker.at(address)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void objectWhoseRecordIsGoneIsRemovedAtOnce(Maker maker) throws IOException {
        assertThat(maker.transport()).isNotNull();
        int key = new SecureRandom().nextInt(1, Integer.MAX_VALUE);
        OwnerRecord record = OwnerRecord.write(directory, maker.kind.recordKind(), "any");
        record.delete(); // by the other peer, which sees the launcher dead

        assertThatIOException()
                .isThrownBy(() -> SysvObject.make(maker.kind, key, record, 1))
                .withMessageContaining("scratch directory removed during");

        assertThat(maker.kind.get(CLibrary.calls(), key, 0, 0)).isNegative();
        assertThat(Errno.last()).isEqualTo(Errno.ENOENT);
    }

    /** The record of the object; a killed server leaves nothing else. */
    private Path onlyRecord() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> records = files.toList();
            assertThat(records).hasSize(1);
            return records.get(0);
        }
    }
}
