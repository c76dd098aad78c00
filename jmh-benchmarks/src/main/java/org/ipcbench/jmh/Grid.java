package org.ipcbench.jmh;

import java.util.List;
import org.ipcbench.transport.Transport;

/**
 * Transports that all carry the same sizes, so that JMH can combine all transports with all sizes.
 *
 * @param transports in the registry's order
 * @param sizesBytes sizes of a message, in bytes
 */
record Grid(List<Transport> transports, List<Integer> sizesBytes) {

    Grid {
        transports = List.copyOf(transports);
        sizesBytes = List.copyOf(sizesBytes);
    }
}
