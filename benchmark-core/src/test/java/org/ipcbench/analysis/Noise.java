package org.ipcbench.analysis;

import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;

/** Made-up rates that scatter by themselves, log-normally around 1, the same in every run. */
public final class Noise {
    private final Random random = new Random(15);

    public double rate(double variation) {
        double deviation = Math.sqrt(Math.log(1 + variation * variation));
        return Math.exp(deviation * random.nextGaussian() - deviation * deviation / 2);
    }

    public double[] rates(int count, double variation) {
        double[] rates = new double[count];
        for (int i = 0; i < count; i++) {
            rates[i] = rate(variation);
        }
        return rates;
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Anything from 0 to the limit, equally likely. */
    public double upTo(double limit) {
        return limit * random.nextDouble();
    }

    public double exponential(double mean) {
        return -mean * Math.log1p(-random.nextDouble());
    }

    /**
     * Gaps between looks at the clock in a part of this length, exponential as messages of a queue are.
     *
     * @param standstill the share of the part that one of them takes besides
     */
    public Gaps gaps(int looks, double partNanos, double standstill) {
        double longest = 0;
        double sum = 0;
        for (int look = 0; look < looks; look++) {
            double gap = exponential(1);
            longest = Math.max(longest, gap);
            sum += gap;
        }
        double nanos = (longest / sum * (1 - standstill) + standstill) * partNanos;
        return new Gaps(Math.round(nanos), looks);
    }

    /** Rates of so many rounds, of which each is multiplied by what the machine does to all cells in that round. */
    public NavigableMap<Integer, Double> rounds(double[] machine, double variation) {
        NavigableMap<Integer, Double> rounds = new TreeMap<>();
        for (int round = 0; round < machine.length; round++) {
            rounds.put(round + 1, machine[round] * rate(variation));
        }
        return rounds;
    }

    /** How often it happens, in percent. */
    public static double percent(int trials, BooleanSupplier happens) {
        int hits = 0;
        for (int trial = 0; trial < trials; trial++) {
            hits += happens.getAsBoolean() ? 1 : 0;
        }
        return 100.0 * hits / trials;
    }
}
