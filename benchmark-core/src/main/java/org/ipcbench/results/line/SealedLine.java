package org.ipcbench.results.line;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A line of a record that ends with its own checksum. The checksum does not cover the flag that says whether the line still
 * counts, which changes in place when its round is measured again.
 */
public final class SealedLine {
    /** The property that marks a line as counting. */
    public static final String COUNTS = "\"superseded\":false";

    /** As long as {@link #COUNTS}, so that the rest of the line keeps its position. */
    public static final String SUPERSEDED = "\"superseded\":true ";

    private static final String CHECKSUM = ",\"checksum\":\"";
    private static final String END = "\"}";

    private SealedLine() {}

    /** Returns the line of a JSON object, without its line end. */
    public static String seal(String json) {
        String open = json.substring(0, json.length() - 1);
        return open + CHECKSUM + checksum(open) + END;
    }

    /** Whether a line is unchanged since it was written. */
    public static boolean isIntact(String line) {
        int seal = line.lastIndexOf(CHECKSUM);
        if (seal < 0) {
            return false;
        }
        String open = line.substring(0, seal);
        int superseded = open.indexOf(SUPERSEDED);
        if (superseded >= 0) {
            open = open.substring(0, superseded) + COUNTS + open.substring(superseded + SUPERSEDED.length());
        }
        return line.substring(seal).equals(CHECKSUM + checksum(open) + END);
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
