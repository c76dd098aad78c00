package org.ipcbench.control;

import java.util.Optional;

/**
 * What a server allocates besides the messages, as the user has declared. It stands in a property of the JVMs of both peers: the client
 * allocates nothing, but keeps its slowest messages.
 *
 * @param bytesPerSecond allocations, most of them garbage at once, in bytes a second
 * @param liveBytes data that stays alive, in bytes
 */
public record HeapLoad(long bytesPerSecond, long liveBytes) {
    private static final String PROPERTY = "ipcbench.heap";
    private static final String SEPARATOR = ",";

    /** What a peer allocates beside one that allocates. */
    public static final HeapLoad OF_THE_OTHER = new HeapLoad(0, 0);

    /** What was declared for this JVM; empty if nothing was. */
    public static Optional<HeapLoad> ofThisJvm() {
        return Optional.ofNullable(System.getProperty(PROPERTY)).map(text -> {
            String[] numbers = text.split(SEPARATOR, -1);
            return new HeapLoad(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        });
    }

    /** The JVM argument that declares it. */
    public String jvmArgument() {
        return "-D%s=%d%s%d".formatted(PROPERTY, bytesPerSecond, SEPARATOR, liveBytes);
    }

    /** Heap beyond what a peer takes anyway, in bytes: collectors need room beside what lives. */
    public long heapBytes() {
        return 2 * liveBytes;
    }
}
