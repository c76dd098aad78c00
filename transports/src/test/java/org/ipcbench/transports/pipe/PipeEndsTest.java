package org.ipcbench.transports.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transport.Room;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PipeEndsTest {
    /** Pages of 4 KiB and of 64 KiB; usual pipes, and those of a user who has many, or where the setting is lowest. */
    @ParameterizedTest
    @CsvSource({
        "64,      4096,  65536,   961, 1024",
        "3000,    4096,  65536,   16,  16",
        "4096,    4096,  65536,   16,  16",
        "5000,    4096,  65536,   8,   13",
        "1048576, 4096,  65536,   0,   1",
        "1024,    4096,  8192,    5,   8",
        "1024,    4096,  4096,    1,   4",
        "4096,    4096,  4096,    1,   1",
        "8192,    4096,  4096,    0,   1",
        "1024,    65536, 1048576, 961, 1024",
        "65536,   65536, 1048576, 16,  16",
        "4096,    4096,  1048576, 256, 256"
    })
    void pipeHoldsWholeMessagesInItsPages(int messageBytes, int pageBytes, int pipeBytes, long certain, long most) {
        Room room = PipeEnds.room(messageBytes, pageBytes, pipeBytes, pipeBytes);

        assertThat(room.there()).isEqualTo(certain);
        assertThat(room.back()).isEqualTo(certain);
        assertThat(room.most()).hasValue(most);
    }
}
