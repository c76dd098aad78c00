package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;

/** How a side waits while the other side's cursor does not move; the only difference between some transports. */
public interface Waiting extends Closeable {

    /**
     * Called when the reading side has taken all known messages and is about to look for more.
     *
     * @param taken number of these messages; after a single one, the other side may be waiting for an answer
     */
    default void beforeLooking(long taken) {
        // most ways of waiting have no reason to delay
    }

    /** Returns once the other side's cursor has left the position seen, or that side has closed. */
    void await(Cursor cursor, long seenPosition) throws IOException;

    /** Called when this side has moved or closed its cursor, for which the other side may be waiting. */
    void moved(Cursor cursor) throws IOException;

    /** Called when this side does not wait or wake any more. */
    @Override
    default void close() throws IOException {
        // most ways of waiting hold no resources
    }
}
