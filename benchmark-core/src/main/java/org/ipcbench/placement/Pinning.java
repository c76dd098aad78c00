package org.ipcbench.placement;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.workload.Role;

/**
 * How peers get to the CPUs of their placement. A placement on NUMA nodes always binds the whole process, because its
 * memory belongs to the node as well.
 *
 * @param pin what is bound to a CPU
 * @param allowed the CPUs that this program may use; some of them are left to the other threads of the peers
 */
public record Pinning(Pin pin, CpuSet allowed) {
    /** Binds processes. */
    public static final Pinning OF_PROCESSES = new Pinning(Pin.PROCESS, new CpuSet(List.of()));

    /** Returns a copy that binds threads, because both peers are in one process. */
    public Pinning ofThreads() throws IOException {
        return new Pinning(Pin.THREAD, allowed.list().isEmpty() ? CpuSet.allowed() : allowed);
    }

    /** The command that starts a peer in its place, used as a prefix of the JVM's command; empty for the kernel's choice. */
    public List<String> prefix(Placement placement, Role role) {
        return threadCpus(placement, role).isPresent()
                ? new Place(rest(placement), Optional.empty()).prefix()
                : placement.prefix(role);
    }

    /** The CPUs to which the measuring thread has to be moved; empty if the process starts in its place. */
    public Optional<CpuSet> threadCpus(Placement placement, Role role) {
        return placement
                .place(role)
                .filter(place -> pin == Pin.THREAD && place.node().isEmpty())
                .map(Place::cpus);
    }

    /** What of this peer is bound; empty if the kernel chooses its CPUs. */
    public Optional<Pin> bound(Placement placement, Role role) {
        return placement.place(role).map(place -> threadCpus(placement, role).isPresent() ? Pin.THREAD : Pin.PROCESS);
    }

    /** The CPUs of this peer's threads other than the measuring one; empty if the kernel chooses its CPUs. */
    public Optional<CpuSet> otherCpus(Placement placement, Role role) {
        return placement
                .place(role)
                .map(place -> threadCpus(placement, role).isPresent() ? rest(placement) : place.cpus());
    }

    /** The CPUs on which this program does not disturb the measuring threads; empty if it need not go there, or cannot. */
    public Optional<CpuSet> aside(Placement placement) {
        boolean disturbs = Stream.of(Role.CLIENT, Role.SERVER)
                .anyMatch(role -> threadCpus(placement, role).isPresent());
        return Optional.of(left(placement))
                .filter(left -> disturbs && !left.list().isEmpty());
    }

    /**
     * JVM arguments of a peer: a JVM counts the CPUs of whichever thread asks, and sizes its thread pools by their number,
     * which has to be the same whether or not the measuring thread asks, and with any placement.
     */
    public List<String> jvmArguments(Placement placement, Role role) {
        return threadCpus(placement, role).isPresent()
                ? List.of("-XX:ActiveProcessorCount=" + allowed.list().size())
                : List.of();
    }

    /** The CPUs of everything but the measuring threads: those that neither peer measures on, or all if none are left. */
    private CpuSet rest(Placement placement) {
        CpuSet left = left(placement);
        return left.list().isEmpty() ? allowed : left;
    }

    private CpuSet left(Placement placement) {
        if (placement.isOfClient()) {
            return new CpuSet(List.of()); // the server may be on any
        }
        List<Integer> measured = placement.cpus().map(CpuSet::list).orElse(List.of());
        return new CpuSet(
                allowed.list().stream().filter(cpu -> !measured.contains(cpu)).toList());
    }

    /** What of a peer is bound to the CPU of its placement. */
    public enum Pin {
        /**
         * The measuring thread, and the threads that it starts: no other thread of the peer, such as a compiler's, takes
         * its CPU if there is another one.
         */
        THREAD("thread"),
        /** The whole process: on nodes, whose memory belongs to it, and where its threads have no names here. */
        PROCESS("process");

        private final String label;

        Pin(String label) {
            this.label = label;
        }

        /** The name for users and records. */
        public String label() {
            return label;
        }

        /**
         * Returns the value with this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Pin ofLabel(String label) {
            for (Pin pin : values()) {
                if (pin.label.equals(label)) {
                    return pin;
                }
            }
            throw new IllegalArgumentException("nothing is pinned by '%s'".formatted(label));
        }
    }
}
