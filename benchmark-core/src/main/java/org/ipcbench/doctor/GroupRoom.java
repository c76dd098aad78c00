package org.ipcbench.doctor;

import java.util.List;
import java.util.OptionalLong;
import org.ipcbench.kernel.ControlGroups;

/**
 * Whether control groups allow enough memory for an iteration.
 *
 * @param intent what is to be measured
 * @param groups the control groups around this process
 */
record GroupRoom(Intent intent, ControlGroups groups) implements Probe {
    private static final long MIB = 1 << 20;

    @Override
    public List<Finding> findings() {
        OptionalLong memory = groups.memoryBytes();
        return memory.isPresent() && memory.getAsLong() < intent.memoryBytes()
                ? List.of(new Finding(
                        "memory limit",
                        Severity.SERIOUS,
                        "the control group grants %d MiB, and an iteration may take %d MiB"
                                .formatted(memory.getAsLong() / MIB, intent.memoryBytes() / MIB),
                        "the kernel kills peers, and their cells fail",
                        "docker run --memory=%dm, or ask for smaller sizes (-s)"
                                .formatted(2 * intent.memoryBytes() / MIB)))
                : List.of();
    }
}
