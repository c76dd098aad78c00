package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ipcbench.environment.ControlGroups;

/**
 * Whether control groups allow the memory and the threads that an iteration takes.
 *
 * @param intent what is to be measured
 * @param groups the control groups around this process
 */
record GroupRoom(Intent intent, ControlGroups groups) implements Probe {
    private static final long MIB = 1 << 20;

    /** Threads of a process: up to 19 were seen on two CPUs; a large machine has more compilers. */
    private static final int TASKS_PER_PROCESS = 30;

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        OptionalLong memory = groups.memoryBytes();
        if (memory.isPresent() && memory.getAsLong() < intent.memoryBytes()) {
            findings.add(new Finding(
                    "memory limit",
                    Severity.SERIOUS,
                    "the control group grants %d MiB, and an iteration may take %d MiB"
                            .formatted(memory.getAsLong() / MIB, intent.memoryBytes() / MIB),
                    "the kernel kills peers, and their cells fail",
                    "docker run --memory=%dm, or ask for smaller sizes (-s)"
                            .formatted(2 * intent.memoryBytes() / MIB)));
        }
        OptionalLong tasks = groups.tasksLeft();
        int needed = intent.processes() * TASKS_PER_PROCESS;
        if (tasks.isPresent() && tasks.getAsLong() < needed) {
            findings.add(new Finding(
                    "task limit",
                    Severity.SERIOUS,
                    "the control group allows %d more threads, and an iteration may take %d"
                            .formatted(tasks.getAsLong(), needed),
                    "JVMs cannot start or fail, and their cells with them",
                    "docker run --pids-limit=500, or raise pids.max of the control group"));
        }
        return findings;
    }
}
