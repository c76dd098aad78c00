package org.ipcbench.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Maps values to positions and chooses the labelled values. Most scales are logarithmic. */
public enum Scale {
    /** Sizes in bytes, labelled 64, 256, 1K, 4K. */
    BYTES {
        @Override
        public String label(double value) {
            return bytes(Math.round(value));
        }

        @Override
        public double position(double value) {
            return Math.log(value) / Math.log(2);
        }

        @Override
        public Range around(double low, double high) {
            // the range ends at powers, because sizes between two of them would have no label at all
            double from = Math.floor(position(low) + EPSILON);
            double to = Math.ceil(position(high) - EPSILON);
            return to > from ? new Range(from, to) : new Range(from - 1, to + 1);
        }

        @Override
        public List<Tick> ticks(Range range) {
            int step = 1;
            while (range.width() / step > MAX_SIZES) {
                step *= 2;
            }
            List<Tick> ticks = new ArrayList<>();
            for (int power = step * (int) Math.ceil(range.from() / step); power <= range.to(); power += step) {
                ticks.add(new Tick(power, bytes(1L << power)));
            }
            return ticks;
        }
    },

    /** Any positive figure, labelled 1, 2, 5, 10, or by powers of ten and at both ends if there are many. */
    DECADES {
        @Override
        public double position(double value) {
            return Math.log10(value);
        }

        @Override
        public Range around(double low, double high) {
            int from = MANTISSAS.length * (int) Math.floor(position(low));
            while (round(from + 1) <= low) {
                from++;
            }
            int to = from + 1;
            while (round(to) < high) {
                to++;
            }
            return new Range(position(round(from)), position(round(to)));
        }

        @Override
        public List<Tick> ticks(Range range) {
            boolean many = range.width() > MAX_DECADES_IN_FULL;
            List<Tick> ticks = new ArrayList<>();
            for (int i = MANTISSAS.length * (int) Math.floor(range.from());
                    position(round(i)) <= range.to() + EPSILON;
                    i++) {
                if (position(round(i)) >= range.from() - EPSILON) {
                    boolean minor = many && Math.floorMod(i, MANTISSAS.length) != 0;
                    ticks.add(new Tick(position(round(i)), plain(round(i)), minor));
                }
            }
            for (int end : new int[] {0, ticks.size() - 1}) {
                if (!ticks.isEmpty()) {
                    ticks.set(end, ticks.get(end).labelled());
                }
            }
            return ticks;
        }

        @Override
        public String origin(Range range) {
            return ", logarithmic from "
                    + BigDecimal.valueOf(Math.pow(10, range.from()))
                            .round(START)
                            .stripTrailingZeros()
                            .toPlainString();
        }

        /** The numbers 1, 2, 5, 10, 20, …, by their index. */
        private double round(int place) {
            return MANTISSAS[Math.floorMod(place, MANTISSAS.length)]
                    * Math.pow(10, Math.floorDiv(place, MANTISSAS.length));
        }
    },

    /** Any figure that is not negative, starting at zero. */
    LINEAR {
        @Override
        public boolean hasZero() {
            return true;
        }

        @Override
        public double position(double value) {
            return value;
        }

        @Override
        public Range around(double low, double high) {
            double step = step(high);
            return new Range(0, step * Math.ceil(high / step - EPSILON));
        }

        @Override
        public List<Tick> ticks(Range range) {
            double step = step(range.to());
            List<Tick> ticks = new ArrayList<>();
            for (int i = 0; i * step <= range.to() + EPSILON * step; i++) {
                ticks.add(new Tick(i * step, label(i * step)));
            }
            return ticks;
        }

        /** A step of 1, 2 or 5 times a power of ten, so that a few steps reach the value. */
        private double step(double high) {
            double power = Math.pow(10, Math.floor(Math.log10(high / MIN_STEPS)));
            double step = power;
            for (double mantissa : MANTISSAS) {
                if (mantissa * power * MIN_STEPS <= high * (1 + EPSILON)) {
                    step = mantissa * power;
                }
            }
            return step;
        }
    },

    /** The share of values that are greater, labelled as the percentile: 0.01 is 99 %. */
    NINES {
        @Override
        public double position(double value) {
            return -Math.log10(value);
        }

        @Override
        public Range around(double low, double high) {
            return new Range(position(high), Math.max(position(low), 1));
        }

        @Override
        public List<Tick> ticks(Range range) {
            List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0 %"), new Tick(position(0.5), "50 %")));
            for (int nines = 1; nines <= range.to() + EPSILON; nines++) {
                BigDecimal percentile = BigDecimal.valueOf(100).subtract(BigDecimal.ONE.movePointLeft(nines - 2));
                ticks.add(new Tick(nines, percentile.toPlainString() + " %"));
            }
            return ticks;
        }
    };

    private static final double[] MANTISSAS = {1, 2, 5};

    /** With more doublings than this, only every second, fourth … has a label. */
    private static final int MAX_SIZES = 6;

    private static final int MIN_STEPS = 4;
    private static final MathContext LABEL = new MathContext(6, RoundingMode.HALF_UP);
    private static final MathContext START = new MathContext(3, RoundingMode.HALF_UP);
    private static final double MAX_DECADES_IN_FULL = 3;
    private static final double EPSILON = 1e-9;
    private static final long KIB = 1 << 10;

    /** The positions that an axis spans. */
    public record Range(double from, double to) {
        public double width() {
            return to - from;
        }

        /** The place of a position in the range, from 0 to 1. */
        public double share(double position) {
            return (position - from) / width();
        }
    }

    /**
     * A labelled position.
     *
     * @param position the position
     * @param label its text
     * @param minor whether the label is left out among many
     */
    public record Tick(double position, String label, boolean minor) {
        Tick(double position, String label) {
            this(position, label, false);
        }

        /** An axis that begins or ends without a label misleads. */
        private Tick labelled() {
            return new Tick(position, label);
        }

        /** The label, if it is not left out. */
        public String shown() {
            return minor ? "" : label;
        }
    }

    /** Whether the axis begins at zero, so that lengths may be compared. */
    public boolean hasZero() {
        return false;
    }

    /** The addition to an axis's title that warns of lengths that say nothing; empty if the labels show it anyway. */
    public String origin(Range range) {
        return "";
    }

    /** The position of a value on a ruler with even steps. */
    public abstract double position(double value);

    /** The range of an axis that shows both values. */
    public abstract Range around(double low, double high);

    public abstract List<Tick> ticks(Range range);

    /** A value as its label shows it. */
    public String label(double value) {
        return BigDecimal.valueOf(value).round(LABEL).stripTrailingZeros().toPlainString();
    }

    /** A size as people write it: 64, 4K, 1M; 1000 for a size that is not a multiple. */
    public static String bytes(long size) {
        String units = "KMG";
        int unit = -1;
        long rest = size;
        while (rest >= KIB && rest % KIB == 0 && unit < units.length() - 1) {
            rest /= KIB;
            unit++;
        }
        return unit < 0 ? Long.toString(size) : rest + units.substring(unit, unit + 1);
    }

    private static String plain(double value) {
        return new BigDecimal(value)
                .round(new MathContext(1, RoundingMode.HALF_UP))
                .stripTrailingZeros()
                .toPlainString();
    }
}
