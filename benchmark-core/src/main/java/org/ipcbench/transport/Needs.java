package org.ipcbench.transport;

/**
 * The least that a session of a transport takes of what a machine limits. A launcher compares it with the limits, so that a lack is
 * found before a peer starts.
 *
 * @param fileBytes size of its largest file, in bytes
 * @param sharedMemoryBytes size of all its files in {@code /dev/shm}, in bytes
 * @param descriptors number of descriptors that the peer with the most has open for its connections
 * @param ports number of ports that the kernel chooses for sockets of IP
 */
public record Needs(long fileBytes, long sharedMemoryBytes, int descriptors, int ports) {
    /** A session that takes nothing that is limited. */
    public static final Needs NOTHING = new Needs(0, 0, 0, 0);

    /** Files of this size in {@code /dev/shm}. */
    public static Needs ofSharedMemory(long fileBytes, int files) {
        return new Needs(fileBytes, files * fileBytes, 0, 0);
    }

    /** A file of this size, in a file system of the user's choice. */
    public static Needs ofFile(long bytes) {
        return new Needs(bytes, 0, 0, 0);
    }

    /** Connections that each take this number of the server's descriptors. */
    public static Needs ofConnections(int connections, int descriptorsEach) {
        return new Needs(0, 0, connections * descriptorsEach, 0);
    }

    /** What both take together. */
    public Needs plus(Needs other) {
        return new Needs(
                Math.max(fileBytes, other.fileBytes),
                sharedMemoryBytes + other.sharedMemoryBytes,
                descriptors + other.descriptors,
                ports + other.ports);
    }

    /** Returns a copy that also takes this number of ports. */
    public Needs withPorts(int number) {
        return new Needs(fileBytes, sharedMemoryBytes, descriptors, number);
    }
}
