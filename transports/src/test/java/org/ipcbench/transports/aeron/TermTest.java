package org.ipcbench.transports.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermTest {
    private static final int MIB = 1 << 20;

    @Test
    void termGrowsOnlyWithTheMessage() throws IOException {
        assertThat(Term.of(session(64, 0), Term.MAX)).isEqualTo(new Term(16 * MIB));
        assertThat(Term.of(session(2 * MIB + 1, 0), Term.MAX)).isEqualTo(new Term(32 * MIB));
        assertThat(Term.of(session(16 * MIB, 0), Term.MAX)).isEqualTo(new Term(128 * MIB));
    }

    @Test
    void termFitsTheFreeMemory() throws IOException {
        LogMemory ofAContainer = new LogMemory(new SharedMemory(SharedMemory.ROOT, 64 * MIB));

        assertThat(ofAContainer.sizeLimit().maximumBytes()).isEqualTo(MIB);
        assertThat(ofAContainer.sizeLimit().remedy()).contains("--shm-size");
        assertThat(Term.of(session(64, 0), new Term(8 * MIB))).isEqualTo(new Term(8 * MIB));
    }

    @Test
    void driversFilesDoNotCountTwice() throws IOException {
        LogMemory ofAContainer = new LogMemory(new SharedMemory(SharedMemory.ROOT, 64 * MIB));

        assertThat(ofAContainer.term(session(MIB, 0), 52 * MIB)).isEqualTo(new Term(8 * MIB));
    }

    @Test
    void otherFilesShortenTheTermUnlessTheUserChoseIt() throws IOException {
        LogMemory ofAContainer = new LogMemory(new SharedMemory(SharedMemory.ROOT, 64 * MIB));

        assertThat(ofAContainer.term(session(64, 0), 47 * MIB)).isEqualTo(new Term(4 * MIB));
        assertThatIOException()
                .isThrownBy(() -> ofAContainer.term(session(64, 8 * MIB), 47 * MIB))
                .withMessageMatching("no space on /dev/shm: Aeron's logs for both directions take 50348032 bytes, "
                        + "49283072 are free; .*--shm-size.*");
        assertThatIOException()
                .isThrownBy(() -> ofAContainer.term(session(MIB, 0), 47 * MIB))
                .withMessageStartingWith("no space on /dev/shm");
    }

    /** As a publisher makes the log for its subscribers before it accepts the connection over which they agree. */
    @Test
    void publicationLeavesRoomForAConnection() throws IOException {
        LogMemory ofAContainer = new LogMemory(new SharedMemory(SharedMemory.ROOT, 64 * MIB));

        Term published = ofAContainer.termBesideAConnection(session(64, 0), 52 * MIB);

        assertThat(published).isEqualTo(new Term(4 * MIB));
        assertThat(ofAContainer.term(session(64, 0), 52 * MIB - published.logBytes()))
                .isEqualTo(new Term(4 * MIB));
    }

    @Test
    void driverNeedsRoomBeforeItStarts() throws IOException {
        LogMemory ofAContainer = new LogMemory(new SharedMemory(SharedMemory.ROOT, 64 * MIB));

        ofAContainer.requireSpaceForDriver(12 * MIB);
        assertThatIOException()
                .isThrownBy(() -> ofAContainer.requireSpaceForDriver(12 * MIB - 1))
                .withMessageMatching("no space on /dev/shm: Aeron's driver takes 12582912 bytes, 12582911 are free; "
                        + ".*--shm-size.*");
        new LogMemory(new SharedMemory(SharedMemory.ROOT, 0)).requireSpaceForDriver(0); // no limit
    }

    @Test
    void ampleMemoryLeavesAeronsOwnMessageLimit() {
        LogMemory unlimited = new LogMemory(new SharedMemory(SharedMemory.ROOT, 0));

        assertThat(unlimited.sizeLimit().maximumBytes()).isEqualTo(16 * MIB);
        assertThat(unlimited.sizeLimit().remedy()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"65536, 8192, 8160", "524288, 65536, 65472", "1073741824, 16777216, 65472"})
    void limitsMessagesAndFragments(int lengthBytes, int message, int fragment) throws IOException {
        Term term = Term.of(session(1, lengthBytes), Term.MAX);

        assertThat(term.lengthBytes()).isEqualTo(lengthBytes);
        assertThat(term.longestMessage()).isEqualTo(message);
        assertThat(term.longestFragment()).isEqualTo(fragment);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65535, 32768, 100_000, Integer.MAX_VALUE})
    void refusesLengthsThatAeronDoesNotKnow(int lengthBytes) {
        assertThatIOException()
                .isThrownBy(() -> Term.of(session(1, lengthBytes), Term.MAX))
                .withMessage("--buffer %d is not a term length; it must be a power of two between 65536 and 1073741824"
                        .formatted(lengthBytes));
    }

    @Test
    void tooShortTermIsRefusedWithTheLeastLength() {
        assertThatIOException()
                .isThrownBy(() -> Term.of(session(10_000, 65536), Term.MAX))
                .withMessage("--buffer 65536 carries messages of at most 8192 bytes; give at least 131072 for 10000");
    }

    private static Session session(int messageSizeBytes, int bufferBytes) {
        return new Session(Path.of("/tmp"), Token.random(), messageSizeBytes, bufferBytes, Duration.ofSeconds(1));
    }
}
