package org.ipcbench.model;

/**
 * Usual time of a message of one size.
 *
 * @param sizeBytes size of the message, in bytes
 * @param nanos time of the message, in nanoseconds
 */
record SizeTime(double sizeBytes, double nanos) {
    SizeTime {
        if (!(sizeBytes > 0 && nanos > 0)) {
            throw new IllegalArgumentException(
                    "size and time must be above zero, were %s bytes and %s ns".formatted(sizeBytes, nanos));
        }
    }
}
