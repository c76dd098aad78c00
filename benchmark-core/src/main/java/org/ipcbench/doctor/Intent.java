package org.ipcbench.doctor;

import java.util.List;
import java.util.Set;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;

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
