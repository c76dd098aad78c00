package org.ipcbench.workload;

/**
 * The clients that one server has.
 *
 * @param number how many
 * @param inOneProcess whether they are the connections of one process, else each has a process of its own
 * @param serving how the server serves them
 */
public record Clients(int number, boolean inOneProcess, Serving serving) {
    /** A pair. */
    public static final Clients ONE = new Clients(1, false, Serving.THREADS);

    /** More than a machine of today serves by threads and processes of their own. */
    public static final int MOST = 1024;

    public Clients {
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException("clients must be from 1 to %d, was %d".formatted(MOST, number));
        }
        inOneProcess &= number > 1; // one client has one process anyway
    }

    /** So many processes, each served by a thread. */
    public static Clients of(int number) {
        return new Clients(number, false, Serving.THREADS);
    }

    /** How many client processes there are. */
    public int processes() {
        return inOneProcess ? 1 : number;
    }

    /** How many of the connections each client process has. */
    public int connectionsEach() {
        return inOneProcess ? number : 1;
    }
}
