package org.ipcbench.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.doctor.Doctor.Probe;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.KernelFiles.KernelNumber;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;

/** Whether memory and directories suffice for what is to be measured; {@link ProcessRoom} asks the same of processes. */
final class RoomProbes {
    private RoomProbes() {}

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

    /**
     * Whether the machine has enough memory for an iteration of one client.
     *
     * @param intent what is to be measured
     * @param memory what the machine has
     */
    record MachineRoom(Intent intent, Memory memory) implements Probe {
        private static final long MIB = 1 << 20;

        @Override
        public List<Finding> findings() {
            return intent.crowd().processes() > 1
                            || memory.totalBytes() <= 0
                            || intent.memoryBytes() <= memory.totalBytes()
                    ? List.of()
                    : List.of(new Finding(
                            "memory",
                            Severity.MODERATE,
                            "the machine has %d MiB, and an iteration may take %d MiB"
                                    .formatted(memory.totalBytes() / MIB, intent.memoryBytes() / MIB),
                            "the machine swaps, or the kernel kills peers",
                            "ask for smaller sizes (-s)"));
        }
    }

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

        /** Minimum memory of an end of a further connection: a histogram. */
        private static final long MIN_END_BYTES = MIB / 3;

        @Override
        public List<Finding> findings() {
            long needed = intent.fewestProcesses() * MIN_PEER_BYTES
                    + Intent.PEERS * (intent.crowd().connections() - 1L) * MIN_END_BYTES;
            return intent.crowd().connections() == 1 || memory.totalBytes() <= 0 || needed <= memory.totalBytes()
                    ? List.of()
                    : List.of(new Finding(
                            "memory of clients",
                            Severity.SERIOUS,
                            "%d clients take at least %d MiB, and the machine has %d MiB"
                                    .formatted(intent.crowd().connections(), needed / MIB, memory.totalBytes() / MIB),
                            "the kernel kills processes, and their cells fail",
                            "ask for fewer --clients"
                                    + (intent.crowd().processes() > 1 ? ", or for --client-threads" : "")));
        }
    }

    /**
     * Whether new pipes of this user are as long as usual: those of a user who has many, or where the setting is low, are shorter.
     *
     * @param root the directory that holds {@code proc}
     * @param pipes makes a pipe
     */
    record PipeRoom(Path root, Pipes pipes) implements Probe {
        /** Makes a pipe of this user. */
        @FunctionalInterface
        interface Pipes {
            Pipe open() throws IOException;
        }

        private static final int USUAL_PAGES = 16;

        @Override
        public List<Finding> findings() {
            OptionalInt page = PageSize.bytes();
            long usual = (long) USUAL_PAGES * page.orElse(0);
            long held = held(page.orElse(1));
            return page.isEmpty() || held <= 0 || held >= usual
                    ? List.of()
                    : List.of(new Finding(
                            "short pipes",
                            Severity.MODERATE,
                            "a new pipe of this user holds %d bytes, not %d".formatted(held, usual),
                            "pipes and FIFOs hold fewer messages, and their peers sleep and wake up more often",
                            remedy(usual)));
        }

        /** What a pipe takes until it is full, in bytes; 0 if there can be no pipe. */
        private long held(int pageBytes) {
            try {
                Pipe pipe = pipes.open();
                try (Pipe.SourceChannel source = pipe.source();
                        Pipe.SinkChannel sink = pipe.sink()) {
                    sink.configureBlocking(false);
                    ByteBuffer page = ByteBuffer.allocateDirect(pageBytes);
                    long held = 0;
                    int taken;
                    while ((taken = sink.write(page.clear())) > 0) {
                        held += taken;
                    }
                    return held;
                }
            } catch (IOException e) {
                return 0;
            }
        }

        private String remedy(long usual) {
            long most = new KernelFile(root.resolve("proc/sys/fs/pipe-max-size"))
                    .text()
                    .map(text -> KernelNumber.sizeBytes(text.strip()))
                    .orElse(0L);
            return 0 < most && most < usual
                    ? "sysctl -w fs.pipe-max-size=%d".formatted(usual)
                    : "close other pipes of this user, or lift the limit: sysctl -w fs.pipe-user-pages-soft=0";
        }
    }

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
                            && !transport.traits().withinOneProcess())
                    .toList();
            long neededBytes = USUAL_BYTES
                    + COPIES
                            * intent.sizesBytes().stream()
                                    .mapToLong(Integer::longValue)
                                    .max()
                                    .orElse(0);
            if (inMemory.isEmpty()
                    || memory.sharedMemoryBytes() == 0
                    || memory.sharedMemoryFreeBytes() >= neededBytes) {
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

    /**
     * Whether a scratch directory can be created; creates one to find out.
     *
     * @param temporary the directory for temporary files
     */
    record ScratchRoom(Path temporary) implements Probe {

        @Override
        public List<Finding> findings() {
            try {
                ScratchDirectory.create(temporary, List.of()).close();
                return List.of();
            } catch (IOException e) {
                return List.of(new Finding(
                        "temporary directory",
                        Severity.SERIOUS,
                        "no scratch directory can be made in %s: %s".formatted(temporary, oneLine(e)),
                        "no iteration can start",
                        "give a writable directory with free space and a short path: " + TemporaryDirectory.remedy()));
            }
        }

        private static String oneLine(IOException failure) {
            return failure.toString().replaceFirst("^[\\w.]*\\.", "").replace("\n", " | ");
        }
    }

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
}
