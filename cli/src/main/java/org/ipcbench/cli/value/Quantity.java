package org.ipcbench.cli.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.run.program.FilePath;
import org.ipcbench.run.request.MixFile;
import org.ipcbench.text.Lists;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;

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
    private static final String NUMBER = "(-?(?:\\d{1,100}(?:\\.\\d{0,100})?|\\.\\d{1,100}))";

    private static final Pattern FORM = Pattern.compile(NUMBER + "\\s*([A-Za-z]*)");
    private static final Pattern PERCENT = Pattern.compile(NUMBER + "\\s*%?");

    /** Smallest precision in per cent. If rates vary by a tenth, it takes forty thousand rounds. */
    private static final BigDecimal MIN_PERCENT = new BigDecimal("0.1");

    /** Largest precision in per cent; an error of half the value makes a figure useless. */
    private static final BigDecimal MAX_PERCENT = new BigDecimal("50");

    private static final String LOGNORMAL = SizeMix.Lognormal.PREFIX;
    private static final String RANGE = "..";
    private static final int DOUBLING = 2;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;

    /** Largest number of bytes: more than any run needs, and later arithmetic stays within a long. */
    private static final long MAX_BYTES = 1L << 50;

    private static final long MAX_GIGABYTES = MAX_BYTES / GIB;

    /** The volume of the three-argument form, for messages. */
    public static final String GIGABYTES = "a number of GB (2^30 bytes) greater than 0 and up to " + MAX_GIGABYTES;

    private static final Map<String, Long> BYTE_UNITS = Map.of(
            "", 1L, "B", 1L, "K", KIB, "KIB", KIB, "M", MIB, "MIB", MIB, "G", GIB, "GIB", GIB, "T", TIB, "TIB", TIB);

    private static final Quantity SIZE = new Quantity(
            "a size from %d byte to 1 GiB, such as 64, 4K or 1M".formatted(Cell.MIN_BYTES),
            BYTE_UNITS,
            Cell.MIN_BYTES,
            Cell.MAX_BYTES,
            "%d byte and 1 GiB".formatted(Cell.MIN_BYTES));

    private static final Quantity VOLUME = new Quantity(
            "a volume from 1 byte to 1024T, such as 2G, 512M or 1000000", BYTE_UNITS, 1, MAX_BYTES, "1 byte and 1024T");

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final Map<String, Long> TIME_UNITS = Map.of(
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

    private static final String SLEEP = "sleep:";

    private static final Quantity WORK = new Quantity(
            "0 or a time with its unit, such as 50us, or a sleep, such as sleep:1ms",
            TIME_UNITS,
            Work.MIN_NANOS,
            Work.MAX_NANOS,
            "1us and 100ms");

    private static final Quantity SPIN = new Quantity(
            "0 or a time with its unit (ns, us, ms), such as 10us", TIME_UNITS, 0, Spin.MAX_NANOS, "0 and 1s");

    private static final Map<String, Long> COUNT_UNITS = Map.of("", 1L, "K", 1_000L, "M", 1_000_000L);

    private static final Quantity RATE = new Quantity(
            "a rate from %d to %d messages a second, such as 10K or 1M, or auto"
                    .formatted(Load.MIN_RATE, Load.MAX_RATE),
            COUNT_UNITS,
            Load.MIN_RATE,
            Load.MAX_RATE,
            "%d and %d messages a second".formatted(Load.MIN_RATE, Load.MAX_RATE));

    /** A rate in messages per second, such as {@code 10K}. */
    static long rate(String text) {
        return RATE.read(text);
    }

    /** Rates in messages per second, such as {@code 10K,1M}. */
    static List<Long> rates(String text) {
        List<Long> rates = Lists.split(text).stream().map(RATE::read).toList();
        Lists.requireDistinct(rates, text);
        return rates;
    }

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

    /** A mix of sizes: weights or a trace in a file, or a lognormal distribution; empty if the text has neither form. */
    static Optional<SizeMix> mix(String text) {
        if (text.startsWith(SizeMix.Weighted.PREFIX)) {
            return Optional.of(mixFile(text, SizeMix.Weighted.PREFIX).weights());
        }
        if (text.startsWith(SizeMix.Trace.PREFIX)) {
            return Optional.of(mixFile(text, SizeMix.Trace.PREFIX).trace());
        }
        if (!text.startsWith(SizeMix.Lognormal.PREFIX)) {
            return Optional.empty();
        }
        String parameters = text.substring(SizeMix.Lognormal.PREFIX.length());
        List<String> values = parameters.isBlank() ? List.of() : Lists.split(parameters);
        if (values.size() != 2) {
            throw new IllegalArgumentException(
                    "'%s' is not %sMEDIAN,SIGMA, such as %s1K,1".formatted(text, LOGNORMAL, LOGNORMAL));
        }
        return Optional.of(new SizeMix.Lognormal(size(values.get(0)), sigma(values.get(1))));
    }

    private static MixFile mixFile(String text, String prefix) {
        String file = text.substring(prefix.length());
        if (file.isBlank()) {
            throw new IllegalArgumentException("'%s' lacks its file, such as %ssizes.txt".formatted(text, prefix));
        }
        return new MixFile(FilePath.parse(file), Quantity::size);
    }

    private static double sigma(String text) {
        if (text.matches(NUMBER)) {
            double sigma = Double.parseDouble(text);
            if (sigma > 0 && sigma <= SizeMix.Lognormal.MAX_SIGMA) {
                return sigma;
            }
        }
        throw new IllegalArgumentException("the standard deviation '%s' must be a number greater than 0 and up to %.0f"
                .formatted(text, SizeMix.Lognormal.MAX_SIGMA));
    }

    /** One message size such as {@code 4K}, in bytes. */
    public static int size(String text) {
        return (int) SIZE.read(text);
    }

    /** A volume such as {@code 2G}, in bytes. */
    static long bytes(String text) {
        return VOLUME.read(text);
    }

    /** Gibibytes as a plain number, decimals allowed, in bytes. */
    static long gibibytes(String text) {
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
    static long count(String text, long most) {
        return new Quantity(
                        "a whole number from 1 to %d, such as 5 or 50k".formatted(most),
                        COUNT_UNITS,
                        1,
                        most,
                        "1 and " + most)
                .read(text);
    }

    /** A number of clients. */
    static int clients(String text) {
        return (int) count(text, Clients.MAX_CLIENTS);
    }

    /** A share as of {@link #share}, or none at all, {@code 0%}. */
    static double shareOrNone(String text) {
        return text.strip().matches("0+%?") ? 0 : share(text);
    }

    /** A share in per cent such as {@code 5%} or {@code 2.5%}; the sign may be left out. */
    static double share(String text) {
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

    /** A server's work such as {@code 0}, {@code 50us} or {@code sleep:1ms}. */
    static Work work(String text) {
        if (text.equals("0")) {
            return Work.NONE;
        }
        boolean sleeps = text.regionMatches(true, 0, SLEEP, 0, SLEEP.length());
        return new Work(
                sleeps ? Work.Kind.SLEEP : Work.Kind.BUSY, WORK.read(sleeps ? text.substring(SLEEP.length()) : text));
    }

    /** A time such as {@code 30s} or {@code 500ms}. */
    static Duration duration(String text) {
        return duration(text, Duration.ofNanos(1), Duration.ofDays(30), "1ns and 720h");
    }

    /**
     * A time within bounds.
     *
     * @param bounds the allowed times in words, for the message
     */
    static Duration duration(String text, Duration shortest, Duration longest, String bounds) {
        return Duration.ofNanos(new Quantity(
                        "a time with its unit (ns, us, ms, s, m, h), such as 30s",
                        TIME_UNITS,
                        shortest.toNanos(),
                        longest.toNanos(),
                        bounds)
                .read(text));
    }

    /** A latency such as {@code 500us}; a number without a unit was hardly meant in seconds. */
    static Duration latency(String text) {
        if (text.strip().matches("\\d{1,6}")) {
            throw new IllegalArgumentException("'%s' is not %s; did you mean '%sus'?"
                    .formatted(text, "a time with its unit (ns, us, ms, s, m, h)", text.strip()));
        }
        return duration(text);
    }

    /** How long a receiver spins, in nanoseconds; zero needs no unit. */
    static long spin(String text) {
        return text.strip().equals("0") ? 0 : SPIN.read(text);
    }

    private long read(String text) {
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
