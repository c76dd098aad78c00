package org.ipcbench.jmh;

import java.util.List;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Transport;

/**
 * Transports that all carry the same sizes in the same place, so that JMH can combine all transports with all sizes.
 *
 * @param transports in the registry's order
 * @param sizesBytes sizes of a message, in bytes
 * @param placement where both ends run
 */
record Grid(List<Transport> transports, List<Integer> sizesBytes, Placement placement) {

    Grid {
        transports = List.copyOf(transports);
        sizesBytes = List.copyOf(sizesBytes);
    }
}
