package org.ipcbench.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of number on the command line, with or without a unit. Every message says what is allowed.
 *
 * @param allowed the expected form, for the message about a text of another form
 * @param units factor of each unit, in upper case; the empty unit is for a plain number
 * @param least the smallest value, in the smallest unit
 * @param most the largest value, in the smallest unit
 * @param bounds smallest and largest value in words
 */
public record Quantity(String allowed, Map<String, Long> units, long least, long most, String bounds) {
    /** More digits than any value needs; reading a hundred thousand of them would take minutes. */
    public static final String NUMBER = "(-?(?:\\d{1,100}(?:\\.\\d{0,100})?|\\.\\d{1,100}))";

    private static final Pattern FORM = Pattern.compile(NUMBER + "\\s*([A-Za-z]*)");
    private static final Pattern PERCENT = Pattern.compile(NUMBER + "\\s*%?");

    /** Smallest precision in per cent. If rates vary by a tenth, it takes forty thousand rounds. */
    private static final BigDecimal MIN_PERCENT = new BigDecimal("0.1");

    /** Largest precision in per cent; an error of half the value makes a figure useless. */
    private static final BigDecimal MAX_PERCENT = new BigDecimal("50");

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;

    /** Largest number of bytes: more than any run needs, and later arithmetic stays within a long. */
    private static final long MAX_BYTES = 1L << 50;

    private static final long MAX_GIGABYTES = MAX_BYTES / GIB;

    /** The volume of the three-argument form, for messages. */
    public static final String GIGABYTES = "a number of GB (2^30 bytes) greater than 0 and up to " + MAX_GIGABYTES;

    /** Units of sizes and volumes. */
    public static final Map<String, Long> BYTE_UNITS = Map.of(
            "", 1L, "B", 1L, "K", KIB, "KIB", KIB, "M", MIB, "MIB", MIB, "G", GIB, "GIB", GIB, "T", TIB, "TIB", TIB);

    private static final Quantity VOLUME = new Quantity(
            "a volume from 1 byte to 1024T, such as 2G, 512M or 1000000", BYTE_UNITS, 1, MAX_BYTES, "1 byte and 1024T");

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Units of times. */
    public static final Map<String, Long> TIME_UNITS = Map.of(
            "NS",
            1L,
            "US",
            1_000L,
            "MS",
            1_000_000L,
            "S",
            NANOS_PER_SECOND,
            "M",
            60_000_000_000L,
            "H",
            3_600_000_000_000L);

    /** Units of counts and rates. */
    public static final Map<String, Long> COUNT_UNITS = Map.of("", 1L, "K", 1_000L, "M", 1_000_000L);

    /** A volume such as {@code 2G}, in bytes. */
    public static long bytes(String text) {
        return VOLUME.read(text);
    }

    /** Gibibytes as a plain number, decimals allowed, in bytes. */
    public static long gibibytes(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches() || !form.group(2).toUpperCase(Locale.ROOT).matches("|GB?|GIB")) {
            throw new IllegalArgumentException("'%s' is not %s, such as 2 or 0.25".formatted(text, GIGABYTES));
        }
        BigDecimal bytes =
                new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(GIB)).setScale(0, RoundingMode.HALF_UP);
        if (bytes.signum() <= 0 || bytes.compareTo(BigDecimal.valueOf(MAX_BYTES)) > 0) {
            throw new IllegalArgumentException(
                    "'%s' must be greater than 0 and up to %d, in GB (2^30 bytes)".formatted(text, MAX_GIGABYTES));
        }
        return bytes.longValueExact();
    }

    /** A count of at least one, such as {@code 1000} or {@code 50k}. */
    public static long count(String text, long most) {
        return count(text, 1, most);
    }

    /** A count within bounds, such as {@code 1000} or {@code 50k}. */
    public static long count(String text, long least, long most) {
        return new Quantity(
                        "a whole number from %d to %d, such as 5 or 50k".formatted(least, most),
                        COUNT_UNITS,
                        least,
                        most,
                        "%d and %d".formatted(least, most))
                .read(text);
    }

    /** A share as of {@link #share}, or none at all, {@code 0%}. */
    public static double shareOrNone(String text) {
        if (text.strip().matches("0+%?")) {
            return 0;
        }
        try {
            return share(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ", or 0%", e);
        }
    }

    /** A share in per cent such as {@code 5%} or {@code 2.5%}; the sign may be left out. */
    public static double share(String text) {
        Matcher form = PERCENT.matcher(text.strip());
        String allowed = "a percentage from %s%% to %s%%, such as 5%%".formatted(MIN_PERCENT, MAX_PERCENT);
        if (!form.matches()) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        BigDecimal percent = new BigDecimal(form.group(1));
        if (percent.compareTo(MIN_PERCENT) < 0 || percent.compareTo(MAX_PERCENT) > 0) {
            throw new IllegalArgumentException(
                    "'%s' must be between %s%% and %s%%".formatted(text, MIN_PERCENT, MAX_PERCENT));
        }
        return percent.movePointLeft(2).doubleValue();
    }

    /** A time such as {@code 30s} or {@code 500ms}. */
    public static Duration duration(String text) {
        return duration(text, Duration.ofNanos(1), Duration.ofDays(30), "1ns and 720h");
    }

    /**
     * A time within bounds.
     *
     * @param bounds the allowed times in words, for the message
     */
    public static Duration duration(String text, Duration shortest, Duration longest, String bounds) {
        return Duration.ofNanos(new Quantity(
                        "a time with its unit (ns, us, ms, s, m, h), such as 30s",
                        TIME_UNITS,
                        shortest.toNanos(),
                        longest.toNanos(),
                        bounds)
                .read(text));
    }

    /** A latency such as {@code 500us}; a number without a unit was hardly meant in seconds. */
    public static Duration latency(String text) {
        if (text.strip().matches("\\d{1,6}")) {
            throw new IllegalArgumentException("'%s' is not %s; did you mean '%sus'?"
                    .formatted(text, "a time with its unit (ns, us, ms, s, m, h)", text.strip()));
        }
        return duration(text);
    }

    /** Reads a number, in the smallest unit. */
    public long read(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        Long unit = units.get(form.group(2).toUpperCase(Locale.ROOT));
        if (unit == null) {
            throw new IllegalArgumentException("'%s' is not %s%s"
                    .formatted(
                            text,
                            allowed,
                            form.group(2).isEmpty() && isAllowed(inUnit(form, NANOS_PER_SECOND))
                                    ? "; did you mean '%ss'?".formatted(form.group(1))
                                    : ""));
        }
        BigDecimal value = inUnit(form, unit);
        if (!isWithin(value)) {
            throw new IllegalArgumentException("'%s' must be between %s".formatted(text, bounds));
        }
        if (!isWhole(value)) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, allowed));
        }
        return value.longValueExact();
    }

    private boolean isAllowed(BigDecimal value) {
        return isWithin(value) && isWhole(value);
    }

    private static boolean isWhole(BigDecimal value) {
        return value.stripTrailingZeros().scale() <= 0;
    }

    private static BigDecimal inUnit(Matcher form, long unit) {
        return new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit));
    }

    private boolean isWithin(BigDecimal value) {
        return value.compareTo(BigDecimal.valueOf(least)) >= 0 && value.compareTo(BigDecimal.valueOf(most)) <= 0;
    }
}
