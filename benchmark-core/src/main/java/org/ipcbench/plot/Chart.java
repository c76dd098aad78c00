package org.ipcbench.plot;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Series.Point;

/** Series over axes: what the page and the files show. */
public sealed interface Chart {

    /** The subject of the chart. A file's heading begins with it; in the page, the section already names it. */
    String subject();

    /** What the chart shows about its subject. */
    String title();

    /** The meaning of the signs; may be empty. */
    String note();

    /** Values with a line of their own. */
    List<Limit> limits();

    /**
     * A value with a line of its own.
     *
     * @param value the value
     * @param words what it is
     */
    record Limit(double value, String words) {}

    /** The note, with the meaning of the limits. */
    default String signs() {
        return note()
                + limits().stream().map(each -> "; red line: " + each.words()).collect(Collectors.joining());
    }

    /** Whether there is any value; otherwise nothing can be drawn. */
    boolean isMeasured();

    /** The heading for a chart without context, including the subject. */
    default String heading() {
        return subject() + ": " + title();
    }

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
    record LineChart(String subject, String title, String note, Axis x, Axis y, List<Limit> limits, List<Series> series)
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

    /**
     * Values of several names, one row per name.
     *
     * @param subject what the chart is about
     * @param title what it shows about the subject
     * @param note the meaning of the signs; may be empty
     * @param axis the axis along the rows
     * @param limits values with a line of their own
     * @param panels the groups of rows from top to bottom; at least one
     */
    record RowChart(String subject, String title, String note, Axis axis, List<Limit> limits, List<Panel> panels)
            implements Chart {
        /** On an axis from zero, a value this many times smaller than another one could not be read. */
        private static final double MAX_RATIO_FROM_ZERO = 20;

        public RowChart {
            limits = List.copyOf(limits);
            panels = List.copyOf(panels);
        }

        /** A chart of one panel without a name. */
        public static RowChart of(String subject, String title, String note, Axis axis, List<Row> rows) {
            return new RowChart(subject, title, note, axis, List.of(), List.of(new Panel("", rows)));
        }

        /**
         * A row.
         *
         * @param name the text beside the row
         * @param look its look
         * @param values the values with their intervals, of which only the vertical values count; empty if none is known
         * @param marks other values on the same axis
         */
        public record Row(String name, Look look, List<Series.Spot> values, List<Series.Spot> marks) {
            public Row {
                values = List.copyOf(values);
                marks = List.copyOf(marks);
            }

            private Stream<Point> points() {
                return Stream.concat(values.stream(), marks.stream()).map(Series.Spot::point);
            }
        }

        /**
         * Rows that are compared with each other, above an axis of their own.
         *
         * @param name what the rows have in common; may be empty
         * @param rows the rows from top to bottom
         */
        public record Panel(String name, List<Row> rows) {
            public Panel {
                rows = List.copyOf(rows);
            }
        }

        /** All rows. */
        public Stream<Row> rows() {
            return panels.stream().flatMap(panel -> panel.rows().stream());
        }

        @Override
        public boolean isMeasured() {
            return rows().anyMatch(row -> !row.values().isEmpty());
        }

        /** The axis of a panel, logarithmic if its values differ too much for bars from zero. */
        Axis axis(Panel panel) {
            double[] values = panel.rows().stream()
                    .flatMap(Row::points)
                    .mapToDouble(Point::y)
                    .sorted()
                    .toArray();
            boolean wide = axis.scale().hasZero()
                    && values.length > 0
                    && values[0] > 0
                    && values[values.length - 1] > MAX_RATIO_FROM_ZERO * values[0];
            return wide ? new Axis(axis.title(), Scale.DECADES, axis.labelled()) : axis;
        }

        /**
         * The range of a panel's axis. On an axis from zero, the longest bar fills its panel: a rate of small messages would be
         * invisible beside a rate of large ones. Other axes are alike, so that places in different panels can be compared.
         */
        Range along(Panel panel) {
            boolean alone = axis.scale().hasZero()
                    && panel.rows().stream().anyMatch(row -> !row.values().isEmpty());
            Scale scale = axis(panel).scale();
            double[] values = DoubleStream.concat(
                            limits.stream().mapToDouble(Limit::value),
                            (alone ? panel.rows().stream() : rows())
                                    .flatMap(Row::points)
                                    .flatMapToDouble(point -> point.reach(scale)))
                    .sorted()
                    .toArray();
            return scale.around(values[0], values[values.length - 1]);
        }
    }
}
