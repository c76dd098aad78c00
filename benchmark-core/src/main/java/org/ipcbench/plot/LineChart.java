package org.ipcbench.plot;

import java.util.List;
import java.util.function.ToDoubleFunction;
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
 * @param series the lines
 */
public record LineChart(String subject, String title, String note, Axis x, Axis y, List<Series> series)
        implements Chart {
    public LineChart {
        series = List.copyOf(series);
    }

    @Override
    public boolean isMeasured() {
        return series.stream().anyMatch(Series::isMeasured);
    }

    /** The range of the horizontal axis. */
    public Range across() {
        return around(x, Point::x, Point::x);
    }

    /**
     * The range of the vertical axis. A value may lie outside its interval, which is the interval of the mean of the
     * iterations' rates.
     */
    public Range upwards() {
        return around(y, point -> Math.min(point.y(), point.low()), point -> Math.max(point.y(), point.high()));
    }

    private Range around(Axis axis, ToDoubleFunction<Point> low, ToDoubleFunction<Point> high) {
        return axis.scale()
                .around(known(low).min().orElseThrow(), known(high).max().orElseThrow());
    }

    private DoubleStream known(ToDoubleFunction<Point> value) {
        return series.stream()
                .flatMap(each -> Stream.concat(
                        each.points().stream(), each.spots().stream().map(Series.Spot::point)))
                .mapToDouble(value)
                .filter(number -> !Double.isNaN(number));
    }
}
