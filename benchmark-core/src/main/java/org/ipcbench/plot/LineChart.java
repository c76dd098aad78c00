package org.ipcbench.plot;

import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.plot.Scale.Range;

/**
 * Values over numbers, a line for each name.
 *
 * @param subject what the chart is about
 * @param title what it shows about the subject
 * @param note the meaning of the signs; may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param limits values of the vertical axis with a line of their own
 * @param series the lines
 */
public record LineChart(
        String subject, String title, String note, Axis x, Axis y, List<Limit> limits, List<Series> series)
        implements Chart {
    public LineChart {
        limits = List.copyOf(limits);
        series = List.copyOf(series);
    }

    @Override
    public boolean isMeasured() {
        return series.stream().anyMatch(Series::isMeasured);
    }

    /** The range of the horizontal axis. */
    Range across() {
        return around(x, DoubleStream.empty(), point -> DoubleStream.of(point.x()));
    }

    /**
     * The range of the vertical axis. A value may lie outside its interval, which is the interval of the mean of the
     * iterations' rates.
     */
    Range upwards() {
        return around(y, limits.stream().mapToDouble(Limit::value), point -> point.reach(y.scale()));
    }

    private Range around(Axis axis, DoubleStream limits, Function<Point, DoubleStream> reach) {
        Stream<Point> shown = series.stream()
                .flatMap(each -> Stream.concat(
                        each.points().stream(), each.spots().stream().map(Series.Spot::point)));
        double[] values = DoubleStream.concat(limits, shown.flatMapToDouble(reach))
                .sorted()
                .toArray();
        return axis.scale().around(values[0], values[values.length - 1]);
    }
}
