package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Availability;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    private static final int BYTES = 100_000;

    private final ByteBuffer source = AlignedMemory.allocate(BYTES);
    private final ByteBuffer target = AlignedMemory.allocate(BYTES);

    @BeforeEach
    void skipWhereThereAreNoNativeCalls() {
        assumeThat(CLibrary.availability()).isInstanceOf(Availability.Available.class);
        assumeThat(CallFilter.ofThisProcess().permits(ProcessMemory.CALL)).isInstanceOf(Availability.Available.class);
    }

    @Test
    void bytesAreCopiedFromWhereTheyAre() throws IOException {
        for (int i = 0; i < BYTES; i++) {
            source.put(i, (byte) (i * 31));
        }
        memory().read(CLibrary.addressOf(source) + 7, CLibrary.addressOf(target), BYTES - 7);
        assertThat(target.slice(0, BYTES - 7)).isEqualTo(source.slice(7, BYTES - 7));
    }

    @Test
    void addressThatIsNotMappedIsAnError() {
        assertThatIOException()
                .isThrownBy(() -> memory().read(Long.BYTES, CLibrary.addressOf(target), 1))
                .withMessageContaining("process_vm_readv failed: EFAULT");
    }

    @Test
    void processThatIsGoneIsAnError() {
        assertThatIOException()
                .isThrownBy(() -> new ProcessMemory(Integer.MAX_VALUE)
                        .read(CLibrary.addressOf(source), CLibrary.addressOf(target), 1))
                .withMessageContaining("process_vm_readv failed: ESRCH");
    }

    @Test
    void lendingIsNoErrorWhereNothingRestrictsIt() throws IOException {
        ProcessMemory.lendToSiblings();
    }

    private static ProcessMemory memory() {
        return new ProcessMemory(ProcessHandle.current().pid());
    }
}
