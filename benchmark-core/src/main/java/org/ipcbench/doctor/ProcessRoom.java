package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ipcbench.doctor.Doctor.Probe;
import org.ipcbench.doctor.Finding.Severity;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.ResourceLimits;

/**
 * Whether an iteration can have all the processes, threads and descriptors that it needs, and a run its files.
 *
 * @param intent what is to be measured
 * @param limits this user's limits
 * @param groups the control groups around this process
 * @param cpus number of CPUs that a JVM sees
 */
record ProcessRoom(Intent intent, ResourceLimits limits, ControlGroups groups, int cpus) implements Probe {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    /** Size of a class archive, at least; 35 MiB were seen. */
    private static final long ARCHIVE_BYTES = 32 * MIB;

    /** Threads of a process besides its compilers; up to 17 were seen in tests. */
    private static final int TASKS_BESIDES_COMPILERS = 28;

    private static final int MIN_COMPILERS = 2;

    /** Minimum number of threads of a process. A process needed 20 to 23 in tests, with the launcher's threads for it. */
    private static final int MIN_TASKS_PER_PROCESS = 15;

    /** Minimum number of descriptors of a process; runs needed 23 to 26 in tests. */
    private static final int MIN_DESCRIPTORS = 20;

    /**
     * Descriptors for each further client: the launcher has its control link and its output, the server a connection and a
     * listener.
     */
    private static final int DESCRIPTORS_PER_CLIENT = 2;

    private static final int USUAL_DESCRIPTORS = 1024;

    /** Limits that an iteration may exceed. */
    @Override
    public List<Finding> findings() {
        List<Finding> findings = findings(
                intent.processes() * tasksOfAProcess(cpus) + intent.crowd().mostThreads(), "may take");
        OptionalLong file = limits.fileBytes();
        if (isBelow(ARCHIVE_BYTES, file)) {
            findings.add(new Finding(
                    "file size limit",
                    Severity.MODERATE,
                    "a file may have %d KiB".formatted(file.getAsLong() / KIB),
                    "peers start without a class archive, and the record of a long run breaks off",
                    "ulimit -f unlimited"));
        }
        return findings;
    }

    /** Limits that every iteration is certain to exceed. */
    List<Finding> shortages() {
        return findings(
                intent.fewestProcesses() * MIN_TASKS_PER_PROCESS
                        + intent.crowd().fewestThreads(),
                "takes more than");
    }

    /**
     * Number of threads of a process. A peer starts all of its compilers at once. Their number is the one of HotSpot's
     * compilationPolicy.cpp: log₂ of the CPUs × log₂ of that × 3 ÷ 2. In tests, a JVM with a peer's flags had 14 threads
     * with 2 CPUs, 30 with 64 and 52 with 512.
     */
    static int tasksOfAProcess(int cpus) {
        int log = log2(cpus);
        return TASKS_BESIDES_COMPILERS + Math.max(log * log2(log) * 3 / 2, MIN_COMPILERS);
    }

    private static int log2(int number) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(number, 1));
    }

    private List<Finding> findings(int tasks, String takes) {
        List<Finding> findings = new ArrayList<>();
        OptionalLong descriptors = limits.descriptors();
        int leastDescriptors =
                MIN_DESCRIPTORS + DESCRIPTORS_PER_CLIENT * (intent.crowd().connections() - 1);
        if (isBelow(leastDescriptors, descriptors)) {
            findings.add(new Finding(
                    "descriptor limit",
                    Severity.SERIOUS,
                    "a process may have %d files and sockets open, and needs at least %d"
                            .formatted(descriptors.getAsLong(), leastDescriptors),
                    "no iteration can start",
                    "raise the hard limit: ulimit -n %1$d as root, or LimitNOFILE=%1$d of a service"
                            .formatted(Math.max(USUAL_DESCRIPTORS, 2 * leastDescriptors))));
        }
        OptionalLong addresses = limits.addressSpaceBytes();
        if (isBelow(intent.leastAddressBytes(), addresses)) {
            findings.add(new Finding(
                    "address limit",
                    Severity.SERIOUS,
                    "a process may use %d MiB of addresses, and a peer reserves at least %d MiB"
                            .formatted(addresses.getAsLong() / MIB, intent.leastAddressBytes() / MIB),
                    "no peer can start",
                    "ulimit -v unlimited"));
        }
        addTasks(
                findings,
                limits.tasksLeft(),
                tasks,
                "this user may begin %d more threads, and an iteration " + takes,
                "ulimit -u 4096, or end other processes");
        addTasks(
                findings,
                groups.tasksLeft(),
                tasks,
                "the control group allows %d more threads, and an iteration " + takes,
                "docker run --pids-limit=500, or raise pids.max of the control group");
        return findings;
    }

    private static void addTasks(
            List<Finding> findings, OptionalLong left, int tasks, String statement, String remedy) {
        if (isBelow(tasks, left)) {
            findings.add(new Finding(
                    "task limit",
                    Severity.SERIOUS,
                    (statement + " %d").formatted(left.getAsLong(), tasks),
                    "JVMs cannot start or fail, and their cells with them",
                    remedy));
        }
    }

    private static boolean isBelow(long needed, OptionalLong granted) {
        return granted.isPresent() && granted.getAsLong() < needed;
    }
}
