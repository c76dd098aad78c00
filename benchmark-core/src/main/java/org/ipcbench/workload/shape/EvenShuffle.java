package org.ipcbench.workload.shape;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Shuffles sizes so that each part of the sequence has about the same distribution: a measured part that ends before the sequence does
 * has seen small and large sizes as often as one that takes longer.
 */
final class EvenShuffle {
    /** One seed for every cell, so that all transports get the same sizes. */
    private static final long SEED = 20_230_816;

    /** Each of these parts of the ascending sizes is spread over the whole sequence by itself. */
    private static final int PARTS = 64;

    private EvenShuffle() {}

    /** Returns the sizes in another order. */
    static int[] of(int[] ascending) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] places = new double[ascending.length];
        for (int part = 0; part < PARTS; part++) {
            int begin = boundary(part, ascending.length);
            int number = boundary(part + 1, ascending.length) - begin;
            int[] turns = shuffled(number, random);
            for (int i = 0; i < number; i++) {
                places[begin + i] = (turns[i] + random.nextDouble()) / number;
            }
        }
        return IntStream.range(0, ascending.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> places[i]))
                .mapToInt(i -> ascending[i])
                .toArray();
    }

    private static int boundary(int part, int length) {
        return (int) ((long) part * length / PARTS);
    }

    private static int[] shuffled(int number, SplittableRandom random) {
        int[] turns = IntStream.range(0, number).toArray();
        for (int i = number - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int turn = turns[i];
            turns[i] = turns[other];
            turns[other] = turn;
        }
        return turns;
    }
}
