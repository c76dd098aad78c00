package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The address of a server that takes descriptors.
 *
 * @param ring the address of the ring's file
 * @param inbox the path to which the client sends its descriptors
 */
record InboxAddress(String ring, Path inbox) {
    /** A character that does not occur in a ring's address. */
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
