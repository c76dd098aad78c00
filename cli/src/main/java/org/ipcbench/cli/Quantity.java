package org.ipcbench.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.plan.Cell;

/** Numbers with units, as the command line writes them; every complaint says what is allowed. */
final class Quantity {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z]*)");
    private static final String RANGE = "..";
    private static final int DOUBLING = 2;
    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

    /** More than any disk or patience; keeps all later arithmetic within a long. */
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(1L << 50);

    private static final Duration SHORTEST = Duration.ofNanos(1);
    private static final Duration LONGEST = Duration.ofDays(30);

    private static final Map<String, Long> BYTE_UNITS = Map.of(
            "", 1L, "B", 1L, "K", 1L << 10, "KIB", 1L << 10, "M", 1L << 20, "MIB", 1L << 20, "G", 1L << 30, "GIB",
            1L << 30);

    private static final Map<String, Long> TIME_UNITS = Map.of(
            "NS",
            1L,
            "US",
            1_000L,
            "MS",
            1_000_000L,
            "S",
            1_000_000_000L,
            "M",
            60_000_000_000L,
            "H",
            3_600_000_000_000L);

    private Quantity() {}

    /** Message sizes: a list of sizes and doubling ranges such as {@code 64..64K}. */
    static List<Integer> sizes(String text) {
        List<Integer> sizes = new ArrayList<>();
        for (String value : Lists.split(text)) {
            int dots = value.indexOf(RANGE);
            if (dots < 0) {
                sizes.add(size(value));
                continue;
            }
            String from = value.substring(0, dots);
            String to = value.substring(dots + RANGE.length());
            if (from.isBlank() || to.isBlank()) {
                throw new IllegalArgumentException(
                        "'%s' lacks an end; give the smallest and the largest size, such as 64..64K".formatted(value));
            }
            int first = size(from);
            int last = size(to);
            if (last < first) {
                throw new IllegalArgumentException("'%s' runs backwards; give the smaller size first".formatted(value));
            }
            for (long size = first; size <= last; size *= DOUBLING) {
                sizes.add((int) size);
            }
        }
        Lists.requireDistinct(sizes, text);
        return sizes;
    }

    /** A volume such as {@code 2G}, in bytes. */
    static long bytes(String text) {
        return positive(text, BYTE_UNITS, MOST_BYTES, "a volume from 1 byte to 1048576G, such as 2G, 512M or 1000000");
    }

    /** Gibibytes as a plain number, decimals allowed, in bytes. */
    static long gibibytes(String text) {
        String allowed = "a number of GB (2^30 bytes) greater than 0 and up to 1048576, such as 2 or 0.25";
        if (!text.matches("\\d*\\.?\\d+|\\d+\\.")) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        BigDecimal bytes = new BigDecimal(text).multiply(GIB).setScale(0, RoundingMode.HALF_UP);
        if (bytes.signum() <= 0 || bytes.compareTo(MOST_BYTES) > 0) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        return bytes.longValueExact();
    }

    /** A count of at least one. */
    static long count(String text, long most) {
        String allowed = "a whole number from 1 to " + most;
        if (!text.matches("\\d{1,18}")) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        long count = Long.parseLong(text);
        if (count < 1 || count > most) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        return count;
    }

    /** A time such as {@code 30s} or {@code 500ms}. */
    static Duration duration(String text) {
        return duration(text, SHORTEST, LONGEST, "from 1ns to 720h");
    }

    /** A time within bounds, which a complaint names in these words. */
    static Duration duration(String text, Duration shortest, Duration longest, String bounds) {
        String allowed = "a time with its unit (ns, us, ms, s, m, h), %s, such as 30s".formatted(bounds);
        Duration time = Duration.ofNanos(positive(text, TIME_UNITS, BigDecimal.valueOf(longest.toNanos()), allowed));
        if (time.compareTo(shortest) < 0) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        return time;
    }

    /** One message size such as {@code 4K}, in bytes. */
    static int size(String text) {
        String allowed = "a size from %d byte to 1 GiB, such as 64, 4K or 1M".formatted(Cell.SMALLEST_BYTES);
        return (int) positive(text, BYTE_UNITS, BigDecimal.valueOf(Cell.LARGEST_BYTES), allowed);
    }

    private static long positive(String text, Map<String, Long> units, BigDecimal most, String allowed) {
        Matcher form = FORM.matcher(text.strip());
        Long unit = form.matches() ? units.get(form.group(2).toUpperCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        BigDecimal value = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit));
        if (value.signum() <= 0
                || value.compareTo(most) > 0
                || value.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        return value.longValueExact();
    }
}
