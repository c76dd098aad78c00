package org.ipcbench.workload;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;

/**
 * How many timed messages of each connection a peer keeps. The number stands in a property of the JVMs of both peers; what a peer has kept
 * is in a file of the scratch directory for each connection, once the measured part is over.
 *
 * @param most of each connection; 0 if none is kept
 */
public record KeptSamples(int most) {
    /** Nothing is kept. */
    public static final KeptSamples NONE = new KeptSamples(0);

    /** For a second of a transport that takes a microsecond; two numbers of 8 bytes each. */
    public static final KeptSamples USUAL = new KeptSamples(1 << 20);

    /** Bytes of a kept message, in memory and in the peer's file. */
    private static final int BYTES_EACH = 2 * Long.BYTES;

    /** Bytes of a kept message in the run's directory. */
    public static final int STORED_BYTES_EACH = Integer.BYTES + BYTES_EACH;

    /** Letters of a name that no other iteration of a run has. */
    private static final int NAME_LENGTH = 16;

    private static final String PROPERTY = "ipcbench.samples";

    /** What this JVM keeps. */
    public static KeptSamples ofThisJvm() {
        return new KeptSamples(Integer.getInteger(PROPERTY, 0));
    }

    /** The JVM argument that says so. */
    public String jvmArgument() {
        return "-D%s=%d".formatted(PROPERTY, most);
    }

    /** What peers keep, for people. */
    public String remark() {
        return "--export samples keeps up to %d timed messages of each connection in an iteration, in %d MiB of each peer's memory"
                .formatted(most, heapBytes(1) >> 20);
    }

    public boolean isAny() {
        return most > 0;
    }

    /** Memory of this number of connections, in bytes. */
    public long heapBytes(int connections) {
        return (long) most * BYTES_EACH * connections;
    }

    /** The file of a peer's connection. */
    public static Path file(Session session, Role role) {
        return session.scratchDirectory().resolve(session.nameOf(role.label() + "-samples"));
    }

    /** Writes when each message ended, by the machine's monotonic clock, and its latency, in nanoseconds. */
    public static void write(long[] endsAndLatencies, int numbers, Path file) throws IOException {
        try (DataOutputStream target = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (int i = 0; i < numbers; i++) {
                target.writeLong(endsAndLatencies[i]);
            }
        }
    }

    /** Consumer of messages that were kept. */
    @FunctionalInterface
    public interface Each {
        /** Takes a message: the number of its connection, when it ended, and its latency, in nanoseconds. */
        void accept(int connection, long endNanos, long nanos) throws IOException;
    }

    /**
     * The name of a file in the run's directory for the messages of an iteration.
     *
     * @throws IOException if the directory is a link: the run may be a stranger's, and the link may lead anywhere
     */
    public static Path newFile(Path directory) throws IOException {
        if (Files.isSymbolicLink(directory)) {
            throw new IOException(directory + " is a link; remove it");
        }
        String name = Token.random().hex().substring(0, NAME_LENGTH) + ".samples";
        return Files.createDirectories(directory).resolve(name);
    }

    /**
     * Puts the files of the connections of a session together, with times that count from the beginning of the measured part.
     *
     * @param role the peer that has timed the messages
     * @param target a new file
     * @return the number of messages
     */
    public static long join(Session session, Role role, long startNanos, Path target) throws IOException {
        long messages = 0;
        try (DataOutputStream joined = new DataOutputStream(new BufferedOutputStream(
                Files.newOutputStream(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)))) {
            for (int connection = 0; connection < session.connections(); connection++) {
                Path file = file(session.connection(connection), role);
                long number = Files.exists(file) ? Files.size(file) / BYTES_EACH : 0;
                if (number > 0) {
                    try (DataInputStream source = source(file)) {
                        for (long i = 0; i < number; i++) {
                            joined.writeInt(connection + 1);
                            joined.writeLong(source.readLong() - startNanos);
                            joined.writeLong(source.readLong());
                        }
                    }
                    Files.delete(file); // before the next assignment of the same peers
                }
                messages += number;
            }
        }
        return messages;
    }

    /** Reads a file that was put together. A run may be a stranger's, with a link, or with a FIFO, which blocks whoever opens it. */
    public static void read(Path file, Each each) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is missing, or not a file");
        }
        long number = Files.size(file) / STORED_BYTES_EACH;
        try (DataInputStream source = source(file)) {
            for (long i = 0; i < number; i++) {
                each.accept(source.readInt(), source.readLong(), source.readLong());
            }
        }
    }

    private static DataInputStream source(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }
}
