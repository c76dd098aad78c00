package org.ipcbench.transports.shared;

import java.io.Closeable;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;

/** Two rings whose ends share nothing within a process, not even what they sleep on. */
public final class DuplexInPlaceChannel extends InPlaceChannel implements DuplexChannel {

    /** See {@link InPlaceChannel}. */
    public DuplexInPlaceChannel(InPlaceWriter outgoing, InPlaceReader incoming, Closeable memory, Room.Source room) {
        super(outgoing, incoming, memory, room);
    }

    @Override
    public void sendWhileReceiving() {
        returnByReceiving();
    }
}
