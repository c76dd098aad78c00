package org.ipcbench.transports.mapped;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.shared.Polling;

/** Makes a side's channel when both sides have authenticated each other. */
@FunctionalInterface
public interface MappedChannel {

    /**
     * Takes the memory over, unless it fails.
     *
     * @param polling the time that is left for connecting, for data that the other side still has to send
     */
    Channel over(RingPair rings, Polling polling) throws IOException;
}
