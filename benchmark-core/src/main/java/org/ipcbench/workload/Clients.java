package org.ipcbench.workload;

import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;

/**
 * The clients of one server.
 *
 * @param number number of clients
 * @param inOneProcess whether all clients are connections of one process; otherwise each client is a process
 * @param serving how the server serves them
 * @param idle number of further connections, of the first client process, over which nothing is ever sent
 * @param workers the server processes that share what clients send
 * @param backlog the queue of the one listening socket at which all clients meet; 0 if each has a listener of its own
 * @param channels number of channels that a connection consists of, as the question has it
 */
public record Clients(
        int number, boolean inOneProcess, Serving serving, int idle, int backlog, Workers workers, int channels) {
    /** The single client of a pair. */
    public static final Clients ONE = new Clients(1, false, Serving.THREADS);

    /** A queue as long as the machine allows (net.core.somaxconn), to which the kernel shortens it. */
    public static final int LONGEST_BACKLOG = Integer.MAX_VALUE;

    /**
     * Upper limit of both numbers: as many descriptors as a kernel allows a process by its own default (fs.nr_open). What this machine
     * allows is asked before a run.
     */
    public static final int MAX_CONNECTIONS = 1_000_000;

    public Clients {
        if (number < 1 || number > MAX_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "clients must be from 1 to %d, was %d".formatted(MAX_CONNECTIONS, number));
        }
        if (idle < 0 || idle > MAX_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "idle connections must be from 0 to %d, were %d".formatted(MAX_CONNECTIONS, idle));
        }
        if (backlog < 0) {
            throw new IllegalArgumentException("a backlog must not be negative, was " + backlog);
        }
        if (channels < 1) {
            throw new IllegalArgumentException("a connection has a channel or more, not " + channels);
        }
        inOneProcess &= number > 1; // one client has one process anyway
    }

    /** Clients all of which send. */
    public Clients(int number, boolean inOneProcess, Serving serving) {
        this(number, inOneProcess, serving, 0, 0);
    }

    /** Clients of one server process. */
    public Clients(int number, boolean inOneProcess, Serving serving, int idle, int backlog) {
        this(number, inOneProcess, serving, idle, backlog, Workers.ONE, 1);
    }

    /** This number of client processes, each served by its own thread. */
    public static Clients of(int number) {
        return new Clients(number, false, Serving.THREADS);
    }

    /**
     * Returns these clients as a server of this transport serves them: a queue that all clients share has one reader.
     */
    public Clients servedBy(Transport transport) {
        return number > 1 && serving == Serving.THREADS && transport.traits().has(Trait.SHARED_QUEUE)
                ? new Clients(number, inOneProcess, Serving.QUEUE, idle, backlog, workers, channels)
                : this;
    }

    /** Returns these clients with connections of this number of channels. */
    public Clients withChannels(int each) {
        return new Clients(number, inOneProcess, serving, idle, backlog, workers, each);
    }

    /**
     * Number of threads that the server and the processes of its clients begin for their connections, besides those that each process has
     * anyway: a process of one connection drives it by its main thread, and virtual threads share a few.
     */
    public int threads() {
        int ofServer = serving == Serving.THREADS ? number : 0;
        return number == 1 ? 0 : ofServer + (inOneProcess ? number : 0);
    }

    /** Number of client processes. */
    public int processes() {
        return inOneProcess ? 1 : number;
    }

    /** Number of connections of each client process. */
    public int connectionsEach() {
        return inOneProcess ? number : 1;
    }

    /** Number of channels of each client process besides idle ones. */
    public int channelsEach() {
        return connectionsEach() * channels;
    }

    /** Number of channels of a server process besides idle ones. */
    public int channelsOfServer() {
        return number * channels;
    }
}
