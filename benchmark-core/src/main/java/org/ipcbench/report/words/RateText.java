package org.ipcbench.report.words;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A rate in the form of the command line.
 *
 * @param perSecond messages per second
 */
public record RateText(double perSecond) {
    private static final MathContext DIGITS = new MathContext(3);
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    /** Three digits and a unit, for example {@code 61.2K}. */
    public String text() {
        double rounded = rounded(perSecond).doubleValue();
        if (rounded >= MILLION) {
            return plain(rounded / MILLION) + "M";
        }
        return rounded >= THOUSAND ? plain(rounded / THOUSAND) + "K" : plain(rounded);
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).round(DIGITS);
    }

    private static String plain(double value) {
        BigDecimal digits = rounded(value).stripTrailingZeros();
        return digits.setScale(Math.max(0, digits.scale())).toPlainString();
    }
}
