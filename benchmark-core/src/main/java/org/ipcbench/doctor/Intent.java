package org.ipcbench.doctor;

import java.util.List;
import java.util.Set;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;

/**
 * What is to be measured.
 *
 * @param transports what is measured
 * @param named ids of those that the user named one by one: these have to be available
 * @param sizesBytes message sizes
 * @param memoryBytes the most that the processes of an iteration may take at once
 * @param placed whether the user says on which CPUs the peers run
 * @param ownJvm whether peers run on the JVM of this program
 * @param leastAddressBytes the addresses that every peer reserves; 0 where that is not known
 * @param connections the most clients that a server has
 * @param clientProcesses how many processes these clients are
 */
public record Intent(
        List<Transport> transports,
        Set<String> named,
        List<Integer> sizesBytes,
        long memoryBytes,
        boolean placed,
        boolean ownJvm,
        long leastAddressBytes,
        int connections,
        int clientProcesses) {
    /** Client and server. */
    static final int PEERS = 2;

    public Intent {
        transports = List.copyOf(transports);
        named = Set.copyOf(named);
        sizesBytes = List.copyOf(sizesBytes);
    }

    /** The intent to measure pairs. */
    public Intent(
            List<Transport> transports,
            Set<String> named,
            List<Integer> sizesBytes,
            long memoryBytes,
            boolean placed,
            boolean ownJvm,
            long leastAddressBytes) {
        this(transports, named, sizesBytes, memoryBytes, placed, ownJvm, leastAddressBytes, 1, 1);
    }

    /** The transports whose waiting peers keep a CPU busy. */
    List<Transport> spinning() {
        return transports.stream()
                .filter(transport -> transport.traits().waitStrategy() == WaitStrategy.SPINNING)
                .toList();
    }

    /** The most processes that an iteration starts. */
    int processes() {
        return transports.stream().mapToInt(Intent::processes).max().orElse(PEERS) + furtherClients();
    }

    /** The fewest processes that an iteration of the most clients starts. */
    int fewestProcesses() {
        return transports.stream().mapToInt(Intent::processes).min().orElse(PEERS) + furtherClients();
    }

    private int furtherClients() {
        return clientProcesses - 1;
    }

    /** The threads that a server of several clients and its clients have for their connections. */
    int connectionThreads() {
        return connections == 1 ? 0 : PEERS * connections;
    }

    private static int processes(Transport transport) {
        int peers = transport.traits().oneProcess() ? 1 : PEERS;
        return transport.auxiliary().isPresent() ? peers + 1 : peers;
    }
}
