package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The order in which to take candidates: the cheapest first, and equally cheap ones in an order of their own.
 *
 * @param cost CPU time of a message
 * @param amongEquals the order of equally cheap ones
 */
public record CheapestFirst<T>(ToDoubleFunction<T> cost, Comparator<T> amongEquals) {
    /**
     * Candidates whose CPU time is within this factor of each other are equally cheap: such a small difference is rarely decisive,
     * and another run may reverse it.
     */
    public static final double EQUALLY_CHEAP = 1.1;

    /** All candidates in this order. */
    public List<T> order(Collection<T> candidates) {
        List<T> left = new ArrayList<>(candidates);
        List<T> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            List<T> alike = equallyCheap(left);
            left.removeAll(alike);
            alike.stream().sorted(amongEquals).forEach(ordered::add);
        }
        return ordered;
    }

    /** The candidates that are as cheap as the cheapest of these. */
    public List<T> equallyCheap(Collection<T> some) {
        double most = EQUALLY_CHEAP * some.stream().mapToDouble(cost).min().orElse(0);
        return some.stream()
                .filter(candidate -> cost.applyAsDouble(candidate) <= most)
                .toList();
    }
}
