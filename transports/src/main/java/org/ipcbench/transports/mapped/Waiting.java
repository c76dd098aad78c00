package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;

/** What a side does while the other side's cursor stands still: the only difference between some transports. */
public interface Waiting extends Closeable {

    /**
     * The reading side has taken all it knew of and is about to look for more.
     *
     * @param taken how many messages that were; with a single one, the other side may be waiting for an answer
     */
    default void beforeLooking(long taken) {
        // most have no reason to put it off
    }

    /** Returns once the other side's cursor has left the position seen, or that side has closed. */
    void await(Cursor cursor, long seenPosition) throws IOException;

    /** This side has moved its cursor, or closed it: the other one may be waiting for that. */
    void moved(Cursor cursor) throws IOException;

    /** This side waits no more and wakes nobody. */
    @Override
    default void close() throws IOException {
        // most hold nothing
    }
}
