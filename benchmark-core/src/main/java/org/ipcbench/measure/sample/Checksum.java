package org.ipcbench.measure.sample;

import java.util.Locale;

/**
 * Length and checksum of a file, or of the part that one side has seen, to tell whether two contents are the same.
 *
 * @param bytes number of bytes
 * @param crc32c CRC-32C checksum of these bytes
 */
public record Checksum(long bytes, long crc32c) {

    /** The text shown in messages. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d bytes with CRC-32C %08x", bytes, crc32c);
    }
}
