package org.ipcbench.model;

import java.util.Optional;

/** The inverse of a least-squares problem's normal matrix: the covariance of its parameters for errors of variance 1. */
final class Covariance {
    /** A pivot below this share of its diagonal element is only a rounding error. */
    private static final double SINGULAR = 1e-11;

    private final double[][] values;

    private Covariance(double[][] values) {
        this.values = values;
    }

    /** The inverse of a symmetric matrix; empty if the data do not determine every parameter. */
    static Optional<Covariance> inverse(double[][] normal) {
        int size = normal.length;
        double[] scale = new double[size];
        for (int i = 0; i < size; i++) {
            scale[i] = 1 / Math.sqrt(normal[i][i]); // parameters may differ widely in magnitude
            if (!Double.isFinite(scale[i])) {
                return Optional.empty();
            }
        }
        double[][] rest = new double[size][size];
        double[][] inverse = new double[size][size];
        for (int i = 0; i < size; i++) {
            inverse[i][i] = 1;
            for (int j = 0; j < size; j++) {
                rest[i][j] = normal[i][j] * scale[i] * scale[j];
            }
        }
        for (int pivot = 0; pivot < size; pivot++) {
            if (!(rest[pivot][pivot] > SINGULAR)) {
                return Optional.empty();
            }
            eliminate(rest, inverse, pivot);
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                inverse[i][j] *= scale[i] * scale[j];
            }
        }
        return Optional.of(new Covariance(inverse));
    }

    private static void eliminate(double[][] rest, double[][] inverse, int pivot) {
        double divisor = rest[pivot][pivot];
        for (int j = 0; j < rest.length; j++) {
            rest[pivot][j] /= divisor;
            inverse[pivot][j] /= divisor;
        }
        for (int i = 0; i < rest.length; i++) {
            double factor = rest[i][pivot];
            if (i != pivot && factor != 0) {
                for (int j = 0; j < rest.length; j++) {
                    rest[i][j] -= factor * rest[pivot][j];
                    inverse[i][j] -= factor * inverse[pivot][j];
                }
            }
        }
    }

    double[] times(double... vector) {
        double[] product = new double[vector.length];
        for (int i = 0; i < vector.length; i++) {
            for (int j = 0; j < vector.length; j++) {
                product[i] += values[i][j] * vector[j];
            }
        }
        return product;
    }

    /** Variance of the weighted sum of the parameters, for errors of variance 1. */
    double variance(double... weights) {
        double[] product = times(weights);
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * product[i];
        }
        return sum;
    }
}
