package org.ipcbench.measure.sample;

import java.util.Locale;

/**
 * What a file holds, or one side has seen of it, as far as it takes to tell whether two are the same.
 *
 * @param bytes how many
 * @param crc32c their CRC-32C checksum
 */
public record Checksum(long bytes, long crc32c) {

    /** As messages show it. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d bytes with CRC-32C %08x", bytes, crc32c);
    }
}
