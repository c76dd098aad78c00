package org.ipcbench.model;

/**
 * What a message of one size usually took.
 *
 * @param sizeBytes its size
 * @param nanos its time
 */
record SizeTime(double sizeBytes, double nanos) {
    SizeTime {
        if (!(sizeBytes > 0 && nanos > 0)) {
            throw new IllegalArgumentException(
                    "size and time must be above zero, were %s bytes and %s ns".formatted(sizeBytes, nanos));
        }
    }
}
