package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Where a client connects whose server takes descriptors.
 *
 * @param ring the address of the ring's file
 * @param inbox where the descriptors go
 */
record InboxAddress(String ring, Path inbox) {
    /** A ring's address has none. */
    private static final char SEPARATOR = ' ';

    static InboxAddress of(String address) throws IOException {
        int separator = address.indexOf(SEPARATOR);
        if (separator < 0) {
            throw new IOException("%s is not the address of a ring with an inbox".formatted(address));
        }
        return new InboxAddress(address.substring(0, separator), Path.of(address.substring(separator + 1)));
    }

    @Override
    public String toString() {
        return ring + SEPARATOR + inbox;
    }
}
