package org.ipcbench.report.words;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.text.Markup;

/**
 * The format of figures in tables.
 *
 * @param locale the format of decimals
 */
public record FigureFormat(Locale locale) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final long PERCENT = 100;

    /** Stands behind a percentile that the machine's stalls explain. */
    public static final String MACHINE = "*";

    /** Below this, a tenth of a microsecond would be too coarse to distinguish rings. */
    private static final double FINE_MICROS = 10;

    /** From here on, a figure with an interval has no decimals. */
    private static final double COARSE_MICROS = 10 * FINE_MICROS;

    /** Beyond this, an interval is not around its percentile. */
    private static final double MAX_FACTOR = 2;

    /** Largest detectable difference to show as a number; if only larger ones are detectable, the figures say nothing. */
    private static final double TENFOLD = 9;

    private static final int BRIEF_DIGITS = 3;

    /** Below this, a tenth of a MiB/s would be too coarse to distinguish small messages. */
    private static final double FEW_MEBIBYTES = 10;

    /** A figure of a cell; nothing if it has none. */
    public Shown of(Figure figure, CellResult result) {
        return of(figure.unit(), figure.of(result));
    }

    /** A figure of a part of a cell. */
    public Shown of(Figure figure, Value ofPart) {
        return of(figure.unit(), figure.inUnit(ofPart));
    }

    /** A value that is in the figure's unit already. */
    public Shown ofUnit(Figure figure, Value value) {
        return of(figure.unit(), value);
    }

    /**
     * A value: a time in microseconds with its interval and a mark if the machine's stalls explain it, any other number with its
     * interval; for two speeds both, of rates with their shares.
     */
    private Shown of(Unit unit, Value value) {
        if (!(value instanceof Value.Quantity number)) {
            return value instanceof Value.Text text ? Shown.of(text.text()) : Shown.NOTHING;
        }
        if (unit == Unit.MICROS) {
            return time(number);
        }
        int decimals = decimals(unit, number.number());
        return number.speeds().isEmpty()
                ? withUpperHalf(decimals, number)
                : Shown.of(speeds(decimals, number.speeds()));
    }

    /** The mean rate or time of a cell as a column shows it, without its interval; empty if the column shows none. */
    public String mean(Figure figure, CellResult result) {
        return switch (figure.unit()) {
            case MEBIBYTES_PER_SECOND, PER_SECOND, SECONDS ->
                figure.number(result)
                        .filter(number -> number.speeds().isEmpty())
                        .map(number -> number(decimals(figure.unit(), number.number()), number.number())
                                .value())
                        .orElse("");
            case NONE, COUNT, BYTES, MEBIBYTES, PERCENT, NANOS, MICROS, MILLIS, MEAN_MILLIS -> "";
        };
    }

    private static int decimals(Unit unit, double number) {
        return switch (unit) {
            case MEBIBYTES_PER_SECOND -> number < FEW_MEBIBYTES ? 3 : 1;
            case NONE, MILLIS, MEAN_MILLIS -> 3;
            case SECONDS -> 6;
            case PERCENT -> 2;
            case COUNT -> number == Math.rint(number) ? 0 : 1;
            case MICROS -> number < FINE_MICROS ? 2 : 1;
            case PER_SECOND, BYTES, MEBIBYTES, NANOS -> 0;
        };
    }

    /** The mean with the upper half of the interval, because the lower half ends at zero. */
    private Shown withUpperHalf(int decimals, Value.Quantity number) {
        Shown mean = number(decimals, number.number());
        return number.interval()
                .map(interval -> mean.plusMinus(number(decimals, interval.high() - number.number())))
                .orElse(mean);
    }

    private String speeds(int decimals, List<Value.Speed> speeds) {
        long slowPercent = Math.round(PERCENT * speeds.get(0).share()); // the two have to add up
        return "%s (%d %%) / %s (%d %%)"
                .formatted(
                        number(decimals, speeds.get(0).number()),
                        slowPercent,
                        number(decimals, speeds.get(1).number()),
                        PERCENT - slowPercent);
    }

    private Shown time(Value.Quantity micros) {
        Optional<Interval> interval = micros.certainty();
        if (interval.isPresent()) {
            return certain(micros.number(), mark(micros.byMachine()), interval.get());
        }
        return micros.speeds().isEmpty()
                ? micros(micros.number()).marked(mark(micros.byMachine()))
                : bySpeed(micros.speeds().get(0), micros.speeds().get(1));
    }

    private Shown bySpeed(Value.Speed slow, Value.Speed fast) {
        return Shown.of("%s%s / %s".formatted(micros(slow.number()), mark(slow.byMachine()), micros(fast.number())))
                .marked(mark(fast.byMachine()));
    }

    private static String mark(boolean byMachine) {
        return byMachine ? MACHINE : "";
    }

    /** Half of the interval's width, or both ends if the upper end is more than twice the lower one. */
    private Shown certain(double micros, String mark, Interval interval) {
        int decimals = micros < FINE_MICROS ? 2 : micros < COARSE_MICROS ? 1 : 0;
        Shown value = number(decimals, micros).marked(mark);
        return interval.high() > MAX_FACTOR * interval.low()
                ? Shown.of("%s (%s-%s)".formatted(value, end(interval.low()), end(interval.high())))
                : value.plusMinus(number(decimals, (interval.high() - interval.low()) / 2));
    }

    private Shown end(double micros) {
        return number(micros < FINE_MICROS ? 1 : 0, micros);
    }

    /**
     * The ratio of another cell's speed, with half the width of its interval, or with the ends of the interval if it is
     * wide.
     */
    public Shown times(Comparison comparison) {
        return times(comparison, 2);
    }

    /** The ratio in a form in which differences of a percent are visible. */
    public Shown ratio(Comparison comparison) {
        return times(comparison, 3);
    }

    private Shown times(Comparison comparison, int decimals) {
        double ratio = comparison.ratio();
        Shown alone = number(decimals, ratio);
        return comparison
                .interval()
                .map(each -> each.high() - each.low() > 2 * ratio
                        ? Shown.of(number(decimals, each.low()) + " to " + number(decimals, each.high()))
                        : alone.plusMinus(number(decimals, (each.high() - each.low()) / 2)))
                .orElse(alone);
    }

    /** How many microseconds longer a message takes, with half the width of the interval. */
    public Shown microsLonger(TimeDifference difference) {
        double micros = MICROS_PER_SECOND * difference.seconds();
        int decimals = Math.abs(micros) < FINE_MICROS ? 2 : 1;
        Shown alone = Shown.of(decimal("%+." + decimals + "f", micros));
        return difference
                .interval()
                .map(each -> alone.plusMinus(number(decimals, MICROS_PER_SECOND * (each.high() - each.low()) / 2)))
                .orElse(alone);
    }

    /** The smallest difference that most comparisons would detect, given as a share. */
    public String detectable(double share) {
        return detectable(share, decimal("%.1f %%", PERCENT * share));
    }

    /**
     * The smallest difference that most comparisons would detect.
     *
     * @param share the difference as a share
     * @param words the same in words
     */
    public String detectable(double share, String words) {
        return isBeyondTenfold(share) ? "> tenfold" : words;
    }

    /** Whether a detectable difference is too large to show as a number. */
    public static boolean isBeyondTenfold(double share) {
        return share > TENFOLD;
    }

    /** A time in microseconds; nothing if there is none. */
    public Shown micros(OptionalDouble nanos) {
        return nanos.isPresent() ? micros(nanos.getAsDouble() / NANOS_PER_MICRO) : Shown.NOTHING;
    }

    private Shown micros(double micros) {
        return number(decimals(Unit.MICROS, micros), micros);
    }

    /** A percentile in microseconds, with its interval. */
    public Shown micros(OptionalDouble nanos, Optional<Interval> interval) {
        return interval.map(each -> certain(
                        nanos.orElseThrow() / NANOS_PER_MICRO,
                        "",
                        new Interval(each.low() / NANOS_PER_MICRO, each.high() / NANOS_PER_MICRO)))
                .orElseGet(() -> micros(nanos));
    }

    /** A number with so many digits after the point. */
    public Shown number(int decimals, double value) {
        String text = decimal("%." + decimals + "f", value);
        return value >= 0 && Double.isFinite(value) ? Shown.of(text, decimals) : Shown.of(text);
    }

    public String decimal(String format, double value) {
        return String.format(locale, format, value);
    }

    /** A value in few digits, for a reader who compares. */
    public static Shown brief(double value) {
        int whole = value < 1 ? 1 : (int) Math.floor(Math.log10(value)) + 1;
        int digits = Math.max(0, BRIEF_DIGITS - whole);
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).stripTrailingZeros();
        return Shown.of(Markup.number(value, digits), Math.max(0, rounded.scale()));
    }
}
