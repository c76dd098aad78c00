package org.ipcbench.report.words;

import java.util.Optional;

/**
 * What a table shows of a figure: a number with the half of its interval, or a text.
 *
 * @param value the number without what stands behind it, or the text
 * @param decimals number of its digits after the point; {@link #TEXT} if it is not to be aligned by its point
 * @param mark a sign behind the number; may be empty
 * @param error half of the interval
 */
public record Shown(String value, int decimals, String mark, Optional<Shown> error) {
    /** Instead of a number of digits. */
    public static final int TEXT = -1;

    public static final Shown NOTHING = of("");

    private static final String PLUS_MINUS = " ± ";

    public static Shown of(String text) {
        return new Shown(text, TEXT, "", Optional.empty());
    }

    public static Shown of(long number) {
        return new Shown(Long.toString(number), number < 0 ? TEXT : 0, "", Optional.empty());
    }

    /** A number in text form, with so many digits after the point. */
    public static Shown of(String number, int decimals) {
        return new Shown(number, decimals, "", Optional.empty());
    }

    Shown marked(String sign) {
        return new Shown(value, decimals, sign, error);
    }

    Shown plusMinus(Shown half) {
        return new Shown(value, decimals, mark, Optional.of(half));
    }

    public boolean isNumber() {
        return decimals != TEXT;
    }

    /** All of it in one text. */
    @Override
    public String toString() {
        return value + mark + error.map(half -> PLUS_MINUS + half).orElse("");
    }
}
