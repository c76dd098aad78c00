package org.ipcbench.transports.mapped;

import java.io.IOException;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;

/**
 * A reader that reads the cursor again and again for some time before it sleeps. As long as it spins it announces no sleep,
 * so that the writer makes no call to wake it.
 */
public final class SpinningFirst implements Waiting {
    private final Waiting sleeping;
    private final SpinLoop spin;

    private SpinningFirst(Waiting sleeping, SpinLoop spin) {
        this.sleeping = sleeping;
        this.spin = spin;
    }

    /** How a reader of this session waits: as before, unless the session asks for a spin. */
    public static Waiting asAsked(Waiting sleeping, Session session) {
        return SpinLoop.isAsked(session) ? new SpinningFirst(sleeping, new SpinLoop(session)) : sleeping;
    }

    @Override
    public void beforeLooking(long taken) {
        sleeping.beforeLooking(taken);
    }

    @Override
    public void await(Cursor cursor, long seenPosition) throws IOException {
        spin.begin();
        while (spin.lasts()) {
            if (cursor.position() != seenPosition || cursor.isClosed()) {
                return;
            }
            Thread.onSpinWait();
        }
        sleeping.await(cursor, seenPosition);
    }

    @Override
    public void moved(Cursor cursor) throws IOException {
        sleeping.moved(cursor);
    }

    @Override
    public void close() throws IOException {
        sleeping.close();
    }
}
