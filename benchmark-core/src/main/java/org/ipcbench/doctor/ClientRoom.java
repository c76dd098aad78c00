package org.ipcbench.doctor;

import java.util.List;
import org.ipcbench.environment.Memory;

/**
 * Whether the machine has at least the minimum memory of the client processes.
 *
 * @param intent what is to be measured
 * @param memory what the machine has
 */
record ClientRoom(Intent intent, Memory memory) implements Probe {
    private static final long MIB = 1 << 20;

    /** Minimum memory of a client. Clients of small messages had 66 to 82 MiB each in RAM in tests, some of it shared. */
    private static final long MIN_PEER_BYTES = 40 * MIB;

    @Override
    public List<Finding> findings() {
        long needed = intent.fewestProcesses() * MIN_PEER_BYTES;
        return intent.clientProcesses() == 1 || memory.totalBytes() <= 0 || needed <= memory.totalBytes()
                ? List.of()
                : List.of(new Finding(
                        "memory of clients",
                        Severity.SERIOUS,
                        "%d clients take at least %d MiB, and the machine has %d MiB"
                                .formatted(intent.clientProcesses(), needed / MIB, memory.totalBytes() / MIB),
                        "the kernel kills processes, and their cells fail",
                        "ask for fewer --clients, or for --client-threads"));
    }
}
