package org.ipcbench.doctor;

import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.environment.Memory;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;

/**
 * Whether {@code /dev/shm} has room for transports in shared memory.
 *
 * @param intent what is to be measured
 * @param memory main and shared memory
 */
record SharedMemoryRoom(Intent intent, Memory memory) implements Probe {
    private static final long MIB = 1 << 20;

    /** Approximate upper bound for logs and rings of small messages. */
    private static final long USUAL_BYTES = 32 * MIB;

    /** Number of messages in two rings, one for each direction, of four messages each. */
    private static final int COPIES = 8;

    @Override
    public List<Finding> findings() {
        List<Transport> inMemory = intent.transports().stream()
                .filter(transport -> transport.traits().has(Trait.IN_PLACE)
                        && !transport.traits().inProcess())
                .toList();
        long neededBytes = USUAL_BYTES
                + COPIES
                        * intent.sizesBytes().stream()
                                .mapToLong(Integer::longValue)
                                .max()
                                .orElse(0);
        if (inMemory.isEmpty() || memory.sharedMemoryBytes() == 0 || memory.sharedMemoryFreeBytes() >= neededBytes) {
            return List.of();
        }
        return List.of(new Finding(
                "/dev/shm",
                Severity.MODERATE,
                "%d MiB of /dev/shm are free, and %s may take %d MiB"
                        .formatted(
                                memory.sharedMemoryFreeBytes() / MIB,
                                inMemory.stream().map(Transport::id).collect(Collectors.joining(", ")),
                                neededBytes / MIB),
                "buffers become shorter, or iterations fail",
                "remove what is in /dev/shm, mount -o remount,size=%dM /dev/shm, or docker run --shm-size=%dm"
                        .formatted(2 * neededBytes / MIB, 2 * neededBytes / MIB)));
    }
}
