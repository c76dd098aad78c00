package org.ipcbench.plot;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How colours look without colour, and to people who lack one kind of cones: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A
 * Physiologically-based Model for Simulation of Color Vision Deficiency, 2009, at the severity of 1.
 */
public enum ColourVision {
    NORMAL(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
    PROTANOPIA(new double[][] {
        {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
    }),
    DEUTERANOPIA(new double[][] {
        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
    }),
    TRITANOPIA(new double[][] {
        {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}
    }),
    GREYSCALE(new double[][] {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}});

    /** From light of sRGB to CIE XYZ, each divided by that of white. */
    private static final double[][] TO_XYZ = {
        {0.43395, 0.37622, 0.18983}, {0.21267, 0.71515, 0.07218}, {0.01776, 0.10947, 0.87277}
    };

    private static final double HAZE = 0.05;

    @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
    private final double[][] matrix;

    ColourVision(double[][] matrix) {
        this.matrix = matrix;
    }

    /**
     * The distance of two colours as this vision sees them, in CIELAB (CIE 1976); 2 is hardly visible, and from black to white it is
     * 100.
     *
     * @param one as {@code #rrggbb}
     */
    public double distance(String one, String other) {
        double[] from = lab(seen(one));
        double[] to = lab(seen(other));
        return Math.sqrt(IntStream.range(0, 3)
                .mapToDouble(i -> (from[i] - to[i]) * (from[i] - to[i]))
                .sum());
    }

    /** The least distance of one colour from the next, the last one's from the first included. */
    public double leastOfNeighbours(List<String> colours) {
        return IntStream.range(0, colours.size())
                .mapToDouble(i -> distance(colours.get(i), colours.get((i + 1) % colours.size())))
                .min()
                .orElseThrow();
    }

    /** The least distance of any two of these colours. */
    public double leastOfAll(List<String> colours) {
        return IntStream.range(0, colours.size())
                .boxed()
                .flatMapToDouble(i -> IntStream.range(0, i).mapToDouble(j -> distance(colours.get(i), colours.get(j))))
                .min()
                .orElseThrow();
    }

    /** The contrast of two colours as the Web Content Accessibility Guidelines define it, from 1 to 21. */
    public static double contrast(String one, String other) {
        double[] sorted = DoubleStream.of(luminance(one), luminance(other))
                .map(each -> each + HAZE)
                .sorted()
                .toArray();
        return sorted[1] / sorted[0];
    }

    private static double luminance(String colour) {
        return times(GREYSCALE.matrix[0], light(colour));
    }

    private double[] seen(String colour) {
        double[] light = light(colour);
        return Stream.of(matrix)
                .mapToDouble(row -> Math.max(0, Math.min(1, times(row, light))))
                .toArray();
    }

    private static double[] light(String colour) {
        return IntStream.of(1, 3, 5)
                .mapToDouble(at -> Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0)
                .map(value -> value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4))
                .toArray();
    }

    private static double[] lab(double[] light) {
        DoubleUnaryOperator root =
                value -> value > 216.0 / 24389 ? Math.cbrt(value) : (24389.0 / 27 * value + 16) / 116;
        double x = root.applyAsDouble(times(TO_XYZ[0], light));
        double y = root.applyAsDouble(times(TO_XYZ[1], light));
        double z = root.applyAsDouble(times(TO_XYZ[2], light));
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double times(double[] weights, double[] values) {
        return weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2];
    }
}
