package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.resource.MemoryLock;
import org.junit.jupiter.api.Test;

final class LockedMemoryTest {
    @Test
    void peersFindTheLock() {
        assertThat(MemoryLock.installed()).isInstanceOf(LockedMemory.class);
    }

    @Test
    void limitIsNamedUnlessItDoesNotHold() {
        assertThat(LockedMemory.granted(false, OptionalLong.empty())).isInstanceOf(Availability.Available.class);
        assertThat(LockedMemory.granted(true, OptionalLong.of(8 << 20))).isInstanceOf(Availability.Available.class);
        assertThat(LockedMemory.granted(false, OptionalLong.of(8 << 20)))
                .hasToString("this user may lock 8388608 bytes of memory (RLIMIT_MEMLOCK), fewer than a JVM reserves;"
                        + " use ulimit -l unlimited, or CAP_IPC_LOCK");
    }

    @Test
    void classPathWithoutTheCallSaysSo() {
        assertThat(new MemoryLock.NoLock().availability().toString()).contains("omit --lock-memory");
    }
}
