package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.shared.SharedMemory;

/**
 * The memory in which Aeron keeps its logs.
 *
 * @param memory the file system of the logs
 */
record LogMemory(SharedMemory memory) {
    /** The driver's memory besides logs, in bytes; allocated when the driver starts. */
    private static final long DRIVER_BYTES = 12 << 20;

    private static final int DIRECTIONS = 2;

    /** Room for the largest message in either direction. */
    private static final String REMEDY = SharedMemory.remedy("1G");

    static LogMemory ofThisMachine() {
        return new LogMemory(SharedMemory.ofThisMachine());
    }

    Availability availability() {
        return memory.availability("Aeron IPC");
    }

    /** The largest message of the longest term that fits; Aeron's own limit is 16 MiB. */
    SizeLimit sizeLimit() {
        int longest = longestTerm(memory.totalBytes() - DRIVER_BYTES).longestMessage();
        return new SizeLimit(longest, longest < Term.MAX_MESSAGE_LENGTH ? REMEDY : "");
    }

    /** Called before the driver starts; a driver that runs out of memory for its files is killed. */
    void requireSpaceForDriver() throws IOException {
        requireSpaceForDriver(memory.freeBytes());
    }

    /** Checks the space for the driver if {@code freeBytes} are free. */
    void requireSpaceForDriver(long freeBytes) throws IOException {
        memory.requireFree(freeBytes, DRIVER_BYTES, "Aeron's driver takes", REMEDY);
    }

    /** The term for one side's log. The driver must be running, and neither side's log may exist yet. */
    Term term(Session session) throws IOException {
        return term(session, memory.freeBytes());
    }

    /**
     * The term if {@code freeBytes} are free. The other side may find a different amount: a reader uses the term of the
     * existing log.
     */
    Term term(Session session, long freeBytes) throws IOException {
        return term(session, freeBytes, DIRECTIONS, "Aeron's logs for both directions take");
    }

    /** The term of a publication, which leaves room for the logs of a connection that is made afterwards, if {@code freeBytes} are free. */
    Term termBesideAConnection(Session session, long freeBytes) throws IOException {
        return term(
                session, freeBytes, DIRECTIONS + 1, "Aeron's log for all subscribers and those of a connection take");
    }

    private Term term(Session session, long freeBytes, int logs, String user) throws IOException {
        Term term = Term.of(session, longestTerm(freeBytes, logs));
        memory.requireFree(freeBytes, logs * term.logBytes(), user, REMEDY);
        return term;
    }

    /** See {@link #termBesideAConnection(Session, long)}. */
    Term termBesideAConnection(Session session) throws IOException {
        return termBesideAConnection(session, memory.freeBytes());
    }

    /** The driver's files, and two logs for each connection. */
    Needs needs(int messageBytes, int termBytes, int connections) throws IOException {
        return needsForLogs(messageBytes, termBytes, DIRECTIONS * connections).plus(new Needs(0, DRIVER_BYTES, 0, 0));
    }

    /** A log is as long as the free memory allows, and shorter if need be. */
    Needs needsForLogs(int messageBytes, int termBytes, int logs) throws IOException {
        Term usual = Term.of(messageBytes, termBytes, longestTerm(memory.totalBytes() - DRIVER_BYTES));
        Term least = Term.of(messageBytes, termBytes, Term.MIN);
        return new Needs(usual.logBytes(), logs * least.logBytes(), 0, 0);
    }

    /** How many messages a writer may be ahead of its reader; empty if the requested term is invalid. */
    OptionalLong inFlight(int messageBytes, int termBytes) {
        try {
            return OptionalLong.of(term(messageBytes, termBytes).messagesInWindow(messageBytes));
        } catch (IOException e) {
            return OptionalLong.empty(); // the cell fails with the reason
        }
    }

    /** How many messages a writer may certainly be ahead of its reader; 0 if the requested term is invalid. */
    long room(int messageBytes, int termBytes) {
        try {
            return term(messageBytes, termBytes).certainMessages(messageBytes);
        } catch (IOException e) {
            return 0;
        }
    }

    private Term term(int messageBytes, int termBytes) throws IOException {
        return Term.of(messageBytes, termBytes, longestTerm(memory.totalBytes() - DRIVER_BYTES));
    }

    private Term longestTerm(long bytesForLogs) {
        return longestTerm(bytesForLogs, DIRECTIONS);
    }

    private Term longestTerm(long bytesForLogs, int logs) {
        Term term = Term.MAX;
        while (memory.hasLimit() && !term.equals(Term.MIN) && logs * term.logBytes() > bytesForLogs) {
            term = term.half();
        }
        return term;
    }
}
