package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToDoubleFunction;

/**
 * How often something happens in a simulation, and how often it has to.
 *
 * @param <R> the source of chance
 * @param event what happens
 * @param occasion where it happens
 * @param least the smallest allowed percentage
 * @param most the largest allowed percentage
 * @param percent runs the simulation
 */
public record SimulatedRate<R>(
        String event, String occasion, double least, double most, ToDoubleFunction<R> percent) {
    /** Runs the simulation, adds its row to the table, and fails if the percentage is not allowed. */
    public void check(R random, RatesTable table) {
        double happened = percent.applyAsDouble(random);
        table.add(event, occasion, happened);
        assertThat(happened).as(occasion).isBetween(least, most);
    }
}
