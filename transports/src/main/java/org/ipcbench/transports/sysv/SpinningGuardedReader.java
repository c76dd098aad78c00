package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transports.shared.SpinLoop;

/**
 * A reader that looks at the writer's count for some time, without the mutex, before it receives as usual. What it sees
 * there only ends the spin; only the mutex makes a message the reader's.
 */
final class SpinningGuardedReader extends GuardedReader {
    private final SpinLoop spin;

    SpinningGuardedReader(GuardedRing ring, SpinLoop spin) {
        super(ring);
        this.spin = spin;
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (seemsEmpty()) {
            giveBack(); // the writer may be waiting for the slot
            spin.begin();
            while (seemsEmpty() && spin.lasts()) {
                Thread.onSpinWait();
            }
        }
        return super.receive(length);
    }
}
