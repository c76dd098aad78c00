package org.ipcbench.doctor;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.RoomProbes.ProcessRoom;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.environment.Machine;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MachineMeter;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.Grants;

/** Examines a machine before it measures. */
public final class Doctor {
    /** How long the machine is watched; the kernel counts CPU time in steps of 10 ms. */
    private static final Duration WATCH = Duration.ofMillis(300);

    /** How long a glance waits for the compiler; only a clock that takes a system call is serious, compiled or not. */
    private static final Duration GLANCE = Duration.ofMillis(10);

    private final Path root;
    private final List<Path> temporaries;
    private final Properties system;
    private final NanoClock clock;
    private final Looks looks;

    /**
     * A doctor for this machine.
     *
     * @param temporaries the directories for temporary files; this process uses the first, other runs any of them
     */
    public Doctor(List<Path> temporaries) {
        this(
                Path.of("/"),
                temporaries,
                System.getProperties(),
                NanoClock.system(),
                new Looks(Doctor::sleep, StallLook::now, CallCost::ofEmptyCall, Doctor::wakeUp));
    }

    /**
     * A doctor for a machine described by other files.
     *
     * @param root the directory that holds {@code proc} and {@code sys}
     * @param temporaries the directories for temporary files; this process uses the first, other runs any of them
     * @param system the JVM's system properties
     * @param clock the clock by which messages are timed
     */
    Doctor(Path root, List<Path> temporaries, Properties system, NanoClock clock, Looks looks) {
        this.root = root;
        this.temporaries = List.copyOf(temporaries);
        this.system = system;
        this.clock = clock;
        this.looks = looks;
    }

    /**
     * What takes time, or asks the machine itself rather than its files.
     *
     * @param watch waits while the machine is watched
     * @param stalls looks for the machine's stalls
     * @param emptyCall the cost of a system call that does nothing, in nanoseconds; empty if unknown
     * @param wakeUp how long a sleeping CPU takes to wake up; empty if unknown
     */
    record Looks(
            Runnable watch,
            Supplier<StallLook> stalls,
            Supplier<OptionalDouble> emptyCall,
            Supplier<Optional<WakeUp>> wakeUp) {}

    /** Makes all checks. Takes about three seconds, because the machine's activity is watched. */
    public Diagnosis examine(Intent intent) {
        EnvironmentProbe environment = new EnvironmentProbe(root);
        Machine machine = environment.machine();
        Kernel kernel = environment.kernel();
        ControlGroups groups = new ControlGroups(root);
        double reading = CallCost.ofReading(clock, CallCost.PATIENCE);
        OptionalDouble call = looks.emptyCall().get();
        StallLook look = looks.stalls().get();
        List<Probe> probes = new ArrayList<>(certain(intent, machine.cpu(), groups, reading));
        probes.addAll(List.of(
                new ActivityProbes.OtherRuns(temporaries),
                new ActivityProbes.MachineActivity(
                        new MachineMeter(root, clock, allowed(machine.cpu())),
                        clock,
                        Doctor::ownCpuNanos,
                        looks.watch(),
                        look),
                new RoomProbes.ScratchRoom(temporaries.get(0)),
                new RoomProbes.MachineRoom(intent, machine.memory()),
                new RoomProbes.SharedMemoryRoom(intent, machine.memory()),
                new RoomProbes.PipeRoom(root, Pipe::open),
                new ProcessRoom(intent, new ResourceLimits(root), groups, cpus()),
                new SoftwareProbes.TransportLimits(intent, new Grants(root)),
                new CpuProbes.Frequency(machine.cpu()),
                new CpuProbes.SharedCores(machine.cpu()),
                new CpuProbes.IsolatedCpus(root),
                new CpuProbes.NodeBalancing(machine, kernel),
                new SoftwareProbes.SystemCallChecks(kernel, call),
                new SoftwareProbes.Invisible(root),
                new ActivityProbes.LeftOvers(temporaries)));
        return findings(probes)
                .measuring(new Diagnosis.Measured(reading, call, looks.wakeUp().get(), Optional.of(look)));
    }

    /** The CPUs that this process may use; empty if the kernel does not tell. */
    private static List<Integer> allowed(Cpu cpu) {
        return cpu.allowed().isEmpty() ? List.of() : CpuSet.parse(cpu.allowed()).list();
    }

    /**
     * Makes only the checks for what is certain to distort figures; takes some ten milliseconds. Load by other processes is not
     * certain to: it may end before the first iteration. A run reports such load, and other runs, during the measured part
     * itself.
     */
    public Diagnosis glance(Intent intent, Cpu cpu) {
        List<Finding> found = findings(certain(intent, cpu, new ControlGroups(root), CallCost.ofReading(clock, GLANCE)))
                .findings();
        return new Diagnosis(found.stream()
                .filter(finding -> finding.severity() == Severity.SERIOUS)
                .toList());
    }

    /** Checks only for limits that are certain to make every iteration fail. */
    public Diagnosis shortages(Intent intent) {
        List<Finding> found = new ArrayList<>(
                new ProcessRoom(intent, new ResourceLimits(root), new ControlGroups(root), cpus()).shortages());
        if (intent.crowd().connections() > 1) {
            found.addAll(new RoomProbes.ClientRoom(
                            intent, new EnvironmentProbe(root).machine().memory())
                    .findings());
        }
        return new Diagnosis(found);
    }

    private static int cpus() {
        return Runtime.getRuntime().availableProcessors();
    }

    private List<Probe> certain(Intent intent, Cpu cpu, ControlGroups groups, double readingNanos) {
        List<Probe> probes = new ArrayList<>(List.of(
                new CpuProbes.CpuGrant(groups),
                new CpuProbes.SpinningPeers(intent, cpu),
                new CpuProbes.ClockReading(cpu, readingNanos),
                new RoomProbes.GroupRoom(intent, groups)));
        if (intent.ownJvm()) {
            probes.add(new SoftwareProbes.PeersJvm(system));
        }
        return probes;
    }

    private static Diagnosis findings(List<Probe> probes) {
        return new Diagnosis(
                probes.stream().flatMap(probe -> probe.findings().stream()).toList());
    }

    private static long ownCpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
    }

    /** The wake-up between the CPUs on which a run with two CPUs would place its peers. */
    private static Optional<WakeUp> wakeUp() {
        try {
            return WakeUpMeter.of(Placement.parse("split-cpu", Topology.ofThisMachine()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(WATCH.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // what was seen so far counts
        }
    }

    /** What a short call costs once it is compiled. */
    private static final class CallCost {
        /** Calls of a batch: together they take far longer than the readings of the clock around them. */
        private static final int CALLS = 50;

        /** The search ends when nothing faster came for this long. */
        private static final long REST_NANOS = 10_000_000;

        /** A batch counts as faster from this share on. */
        private static final double FASTER = 0.95;

        /** The first batch is interpreted. A call that is not at least this much faster in the end may still wait for the compiler. */
        private static final double COMPILED = 0.75;

        /** How long the compiler may take: it starts within a millisecond, unless it waits for a CPU. */
        static final Duration PATIENCE = Duration.ofMillis(500);

        private static final int MAX_BATCHES = 1_000_000;

        private static final String NOTHING = "/dev/null";

        private CallCost() {}

        /** A call of which a batch is timed. */
        @FunctionalInterface
        interface Call {
            long make() throws IOException;
        }

        /**
         * The cost of reading a clock, in nanoseconds.
         *
         * @param patience how long the compiler may take
         */
        static double ofReading(NanoClock clock, Duration patience) {
            try {
                return fastestNanos(clock, clock::nanos, patience);
            } catch (IOException e) {
                throw new IllegalStateException("a clock has no file", e);
            }
        }

        /**
         * The cost of a system call that does nothing: reading from {@code /dev/null}, which the kernel checks as it checks each use of a pipe
         * or socket. Empty where there is no such file.
         */
        static OptionalDouble ofEmptyCall() {
            try (InputStream nothing = new FileInputStream(NOTHING)) {
                return OptionalDouble.of(fastestNanos(NanoClock.system(), nothing::read, PATIENCE));
            } catch (IOException e) {
                return OptionalDouble.empty();
            }
        }

        private static double fastestNanos(NanoClock clock, Call call, Duration patience) throws IOException {
            long start = clock.nanos();
            long improved = start;
            long first = batchNanos(clock, call);
            long fastest = first;
            for (int batch = 0; batch < MAX_BATCHES; batch++) {
                long nanos = batchNanos(clock, call);
                long now = clock.nanos();
                if (nanos < FASTER * fastest) {
                    improved = now;
                }
                fastest = Math.min(fastest, nanos);
                boolean compiled = fastest < COMPILED * first;
                if (now - improved > (compiled ? REST_NANOS : patience.toNanos())) {
                    break;
                }
            }
            return (double) fastest / CALLS;
        }

        private static long batchNanos(NanoClock clock, Call call) throws IOException {
            long start = clock.nanos();
            for (int i = 0; i < CALLS; i++) {
                var unused = call.make();
            }
            return clock.nanos() - start;
        }
    }

    /** One check. If the machine does not tell something, there is no finding and no failure. */
    @FunctionalInterface
    interface Probe {
        List<Finding> findings();
    }

    /**
     * What is to be measured.
     *
     * @param transports the transports
     * @param named ids of the transports that the user named one by one and that must be available
     * @param sizesBytes message sizes
     * @param memoryBytes the most memory that the processes of an iteration may take at once
     * @param placed whether the user says on which CPUs the peers run
     * @param ownJvm whether peers run on the JVM of this program
     * @param leastAddressBytes the address space that every peer reserves, in bytes; 0 if unknown
     * @param crowd the clients of a server, where it has most
     */
    public record Intent(
            List<Transport> transports,
            Set<String> named,
            List<Integer> sizesBytes,
            long memoryBytes,
            boolean placed,
            boolean ownJvm,
            long leastAddressBytes,
            Crowd crowd) {
        /** A client and a server. */
        static final int PEERS = 2;

        public Intent {
            transports = List.copyOf(transports);
            named = Set.copyOf(named);
            sizesBytes = List.copyOf(sizesBytes);
        }

        /** An intent to measure one client and one server. */
        public Intent(
                List<Transport> transports,
                Set<String> named,
                List<Integer> sizesBytes,
                long memoryBytes,
                boolean placed,
                boolean ownJvm,
                long leastAddressBytes) {
            this(transports, named, sizesBytes, memoryBytes, placed, ownJvm, leastAddressBytes, Crowd.ONE);
        }

        /**
         * The clients of a server.
         *
         * @param connections their number
         * @param processes number of their processes; 0 if they are threads of the server's
         * @param fewestThreads number of threads that they and the server begin for their connections, with any transport
         * @param mostThreads the same, with some transport
         */
        public record Crowd(int connections, int processes, int fewestThreads, int mostThreads) {
            /** A single client. */
            public static final Crowd ONE = new Crowd(1, 1, 0, 0);
        }

        /** The transports whose waiting peers keep a CPU busy. */
        List<Transport> spinning() {
            return transports.stream()
                    .filter(transport -> transport.traits().waitStrategy() == WaitStrategy.SPINNING)
                    .toList();
        }

        /** The largest number of processes that an iteration starts. */
        int processes() {
            return transports.stream().mapToInt(this::processes).max().orElse(1 + crowd.processes());
        }

        /** The smallest number of processes that an iteration with the largest number of clients starts. */
        int fewestProcesses() {
            return transports.stream().mapToInt(this::processes).min().orElse(1 + crowd.processes());
        }

        private int processes(Transport transport) {
            int peers = transport.traits().withinOneProcess() ? Math.max(1, crowd.processes()) : 1 + crowd.processes();
            return transport.auxiliary().isPresent() ? peers + 1 : peers;
        }
    }
}
