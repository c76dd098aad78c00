package org.ipcbench.transports.ring;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transports.libc.DescriptorInbox;

/** A ring's listener with the socket that takes the client's descriptors. */
record InboxListener(Listener rings, DescriptorInbox inbox) implements Listener {

    @Override
    public String address() {
        return new InboxAddress(rings.address(), inbox.path()).toString();
    }

    @Override
    public Channel accept() throws IOException {
        return rings.accept();
    }

    @Override
    public void close() throws IOException {
        try (inbox) {
            rings.close();
        }
    }
}
