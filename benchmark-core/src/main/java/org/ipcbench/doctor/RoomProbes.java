package org.ipcbench.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.ipcbench.doctor.Doctor.Probe;
import org.ipcbench.doctor.Finding.Severity;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.KernelNumber;
import org.ipcbench.kernel.PageSize;
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
}
