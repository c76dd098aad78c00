package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.SpinLoop;
import org.newsclub.net.unix.AFUNIXDatagramChannel;

/** Asks the socket again and again for some time, without waiting, before it waits in the kernel. */
final class SpinningDatagramMessages extends DatagramMessages {
    private final SpinLoop spin;

    SpinningDatagramMessages(AFUNIXDatagramChannel socket, Session session) throws IOException {
        super(socket, session.maxMessageBytes());
        spin = new SpinLoop(session);
    }

    @Override
    long next(int atMostBytes) throws FailedCallException {
        spin.begin();
        while (spin.lasts()) {
            long received = nextNow(atMostBytes);
            if (received != NOT_YET) {
                return received;
            }
        }
        return super.next(atMostBytes);
    }
}
