package org.ipcbench.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads numbers in the kernel's formats. Any other text counts as zero, which stands for unknown. */
public final class KernelNumber {
    /** A number whose digits always fit into an int. */
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** A size: {@code 32K}, {@code 1M}, {@code 16384 kB}; the number of digits fits into a long in every unit. */
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([kKM])?B?");

    private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private KernelNumber() {}

    public static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    public static int number(String text) {
        return isNumber(text) ? Integer.parseInt(text) : 0;
    }

    public static long sizeBytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return 0;
        }
        String unit = size.group(2) == null ? "" : size.group(2);
        return Long.parseLong(size.group(1)) * (unit.isEmpty() ? 1 : unit.equals("M") ? MIB : KIB);
    }

    /** The leading decimals of a line; none if there are fewer than wanted, because then the line is malformed. */
    public static List<Double> decimals(String line, int wanted) {
        List<Double> decimals = Arrays.stream(line.split("\\s+", -1))
                .limit(wanted)
                .filter(word -> DECIMAL.matcher(word).matches())
                .map(Double::valueOf)
                .toList();
        return decimals.size() == wanted ? decimals : List.of();
    }
}
