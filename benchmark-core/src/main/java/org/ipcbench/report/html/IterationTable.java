package org.ipcbench.report.html;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.Course;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;
import org.ipcbench.workload.Question;

/** The rates of the iterations as dots, in their order, relative to the cell's mean. */
final class IterationTable {
    private static final int HEIGHT = 28;
    private static final double MIDDLE = HEIGHT / 2.0;

    /**
     * Possible ranges of the plots above and below the mean. A smaller range would show only noise. With a larger one, a
     * single outlier would hide the differences of all others, so it is drawn at the edge instead.
     */
    private static final List<Double> REACHES = List.of(0.05, 0.1, 0.2, 0.5);

    /** Distance from the middle to the farthest dot. */
    private static final double REACH = MIDDLE - 4;

    /** Maximum number of dots. More would overlap; then only an even selection is drawn. */
    private static final int MAX_DOTS = 120;

    /** Beginning of the axis: the first iteration is number 1, and its dot is in the middle of its place. */
    private static final double FIRST = 0.5;

    private final List<CellResult> cells;

    /** A table of the cells with at least two iterations. */
    IterationTable(List<CellResult> cells) {
        this.cells = cells.stream()
                .filter(cell -> rates(cell).length > 1 && mean(rates(cell)) > 0)
                .toList();
    }

    /**
     * Writes the table if it has any values.
     *
     * @param id the id of the section
     */
    void write(Markup markup, SeriesNames names, String id, Question question) {
        if (cells.isEmpty()) {
            return;
        }
        int most = cells.stream().mapToInt(cell -> rates(cell).length).max().orElseThrow();
        double farthest =
                cells.stream().mapToDouble(cell -> deviation(rates(cell))).max().orElseThrow();
        double reach =
                REACHES.stream().filter(each -> each >= farthest).findFirst().orElse(REACHES.get(REACHES.size() - 1));
        RowAxis axis = RowAxis.exactly(
                "iterations-" + id,
                new Axis("iteration", Scale.LINEAR, ends(most)),
                FIRST,
                FIRST + Math.min(most, MAX_DOTS));
        new RowTable(
                        "Iterations in their order",
                        "line: the cell's mean; top and bottom: %s %% above and below"
                                .formatted(Markup.number(100 * reach)),
                        question.rate().unit(),
                        cells)
                .column(
                        "lowest",
                        cell -> percent(DoubleStream.of(rates(cell)).min().orElseThrow(), cell))
                .column(
                        "highest",
                        cell -> percent(DoubleStream.of(rates(cell)).max().orElseThrow(), cell))
                .write(
                        markup,
                        names,
                        axis,
                        (body, row, look) ->
                                writeDots(body, rates(cells.get(row)), look, Math.min(most, MAX_DOTS), reach));
    }

    /** The first and the last iteration. */
    private static List<Double> ends(int most) {
        return List.of(1.0, (double) Math.min(most, MAX_DOTS));
    }

    private static void writeDots(Markup markup, double[] rates, Look look, int slots, double reach) {
        int step = (rates.length + slots - 1) / slots;
        double mean = mean(rates);
        StringBuilder dots = new StringBuilder();
        StringBuilder told = new StringBuilder();
        for (int i = 0; i < rates.length; i += step) {
            double deviation = Math.max(-1, Math.min(1, (rates[i] / mean - 1) / reach));
            dots.append("M%s.5 %sh0".formatted(i / step, Markup.number(MIDDLE - REACH * deviation)));
            told.append(i == 0 ? "" : "|").append(rate(rates[i]));
        }
        markup.open(
                        "svg",
                        "class",
                        "row " + look.colourClass(),
                        "data-slots",
                        Integer.toString(slots),
                        "data-word",
                        "iteration",
                        "data-step",
                        Integer.toString(step),
                        "data-told",
                        told.toString())
                .open("svg", "viewBox", "0 0 %s %s".formatted(slots, HEIGHT), "preserveAspectRatio", "none")
                .leaf("path", "class", "mean", "d", "M0 %sH%s".formatted(Markup.number(MIDDLE), slots))
                .leaf("path", "class", "dots", "d", dots.toString())
                .close()
                .close();
    }

    /** A rate of an iteration in its question's unit, as the text of a dot. */
    static String rate(double rate) {
        return Markup.number(rate, rate < 10 ? 4 : rate < 1000 ? 2 : 0);
    }

    /** The rates of a cell's iterations in the question's unit; empty for a cell without figures. */
    static double[] rates(CellResult result) {
        Question.Rate rate = result.cell().workload().question().rate();
        return result.summary().map(Summary::iterations).orElse(List.of()).stream()
                .mapToDouble(iteration -> rate.of(iteration.mebibytesPerSecond(), iteration.requestBytes()))
                .toArray();
    }

    private static double deviation(double... rates) {
        double mean = mean(rates);
        return DoubleStream.of(rates)
                .map(rate -> Math.abs(rate / mean - 1))
                .max()
                .orElse(0);
    }

    private static double mean(double... rates) {
        return DoubleStream.of(rates).average().orElse(0);
    }

    private static Shown percent(double rate, CellResult cell) {
        double percent = 100 * (rate / mean(rates(cell)) - 1);
        return Shown.of("%s%s %%".formatted(percent < 0 ? "-" : "+", Markup.number(Math.abs(percent), 1)));
    }

    /** All rates as one line of text, for readers who cannot hover. */
    static String listed(CellResult result) {
        return DoubleStream.of(rates(result)).mapToObj(IterationTable::rate).collect(Collectors.joining(" "));
    }

    /** How long a message took in the course of the measured part: a line for each iteration. */
    static final class Courses {
        private static final int PARTS = 16;

        /** More lines would cover each other; then only the first ones are drawn. */
        private static final int MAX_LINES = 12;

        /** A message at the upper edge takes this many times as long as usual, at the lower edge the inverse. */
        private static final double EDGE = 2;

        /** From here on a part stands out: something else had the CPU for a while, or a peer waited. */
        private static final double STANDS_OUT = 1.5;

        /** What takes a smaller share of a part hardly matters. */
        private static final double MIN_SHARE = 0.1;

        /** What happened besides, as bars. */
        private enum Event {
            STANDSTILL(2.5, "standstills") {
                @Override
                boolean isIn(Course.Sixteenth part, Mark.Meanwhile meanwhile) {
                    return meanwhile.standstillNanos() > MIN_SHARE * part.nanos();
                }
            },
            COMPILATION(HEIGHT - 6.5, "compilations") {
                @Override
                boolean isIn(Course.Sixteenth part, Mark.Meanwhile meanwhile) {
                    return meanwhile.compilationNanos() > MIN_SHARE * part.nanos();
                }
            },
            COLLECTION(HEIGHT - 2.5, "collections") {
                @Override
                boolean isIn(Course.Sixteenth part, Mark.Meanwhile meanwhile) {
                    return meanwhile.collections() > 0;
                }
            };

            private final double height;
            private final String colour;

            Event(double height, String colour) {
                this.height = height;
                this.colour = colour;
            }

            abstract boolean isIn(Course.Sixteenth part, Mark.Meanwhile meanwhile);

            /** Its bars on the path of all of these courses. */
            String bars(List<Course> courses) {
                StringBuilder bars = new StringBuilder();
                for (Course course : courses) {
                    double width = (double) PARTS / course.parts().size();
                    for (int part = 0; part < course.parts().size(); part++) {
                        Mark.Meanwhile meanwhile = course.parts().get(part).meanwhile();
                        if (meanwhile != null && isIn(course.parts().get(part), meanwhile)) {
                            bars.append("M%s %sh%s"
                                    .formatted(
                                            Markup.number(part * width, 2),
                                            Markup.number(height, 1),
                                            Markup.number(width, 2)));
                        }
                    }
                }
                return bars.toString();
            }
        }

        private final List<CellResult> cells;

        /** The courses of the cells that have marks enough. */
        Courses(List<CellResult> cells) {
            this.cells = cells.stream().filter(cell -> !courses(cell).isEmpty()).toList();
        }

        private static List<Course> courses(CellResult cell) {
            return cell.summary().map(Summary::iterations).orElse(List.of()).stream()
                    .map(Course::of)
                    .filter(Course::isKnown)
                    .toList();
        }

        /**
         * Writes the table if it has any values.
         *
         * @param id the id of the section
         */
        void write(Markup markup, SeriesNames names, String id) {
            if (cells.isEmpty()) {
                return;
            }
            RowAxis axis = RowAxis.exactly(
                    "course-" + id,
                    new Axis("sixteenth of the measured part", Scale.LINEAR, List.of(1.0, (double) PARTS)),
                    FIRST,
                    FIRST + PARTS);
            new RowTable(
                            "Time of a message over the measured part",
                            ("line: an iteration, around the usual time; top and bottom: twice and half of it; dot: from %s times;"
                                            + " bars: red at the top, a standstill; violet at the bottom, a garbage collection; ochre, compilers")
                                    .formatted(Markup.number(STANDS_OUT)),
                            "time",
                            cells)
                    .column("slowest part", cell -> Shown.of("×%s".formatted(Markup.number(slowest(cell), 2))))
                    .write(markup, names, axis, (body, row, look) -> draw(body, courses(cells.get(row)), look));
        }

        private static double slowest(CellResult cell) {
            return courses(cell).stream()
                    .flatMap(course -> course.overUsual().stream())
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(1);
        }

        private static void draw(Markup markup, List<Course> courses, Look look) {
            StringBuilder dots = new StringBuilder();
            StringBuilder lines = new StringBuilder();
            List<Course> drawn = courses.subList(0, Math.min(MAX_LINES, courses.size()));
            for (Course course : drawn) {
                List<Double> times = course.overUsual();
                double width = (double) PARTS / times.size();
                for (int part = 0; part < times.size(); part++) {
                    double deviation = Math.max(-1, Math.min(1, Math.log(times.get(part)) / Math.log(EDGE)));
                    String at = "%s %s"
                            .formatted(
                                    Markup.number((part + FIRST) * width, 2),
                                    Markup.number(MIDDLE - REACH * deviation, 1));
                    lines.append(part == 0 ? "M" : "L").append(at);
                    if (times.get(part) >= STANDS_OUT) {
                        dots.append("M").append(at).append("h0");
                    }
                }
            }
            markup.open("svg", "class", "row " + look.colourClass())
                    .open("svg", "viewBox", "0 0 %s %s".formatted(PARTS, HEIGHT), "preserveAspectRatio", "none")
                    .leaf("path", "class", "mean", "d", "M0 %sH%s".formatted(Markup.number(MIDDLE), PARTS))
                    .leaf("path", "class", "course", "d", lines.toString());
            for (Event event : Event.values()) {
                String bars = event.bars(drawn);
                if (!bars.isEmpty()) {
                    markup.leaf("path", "class", "bars " + event.colour, "d", bars);
                }
            }
            markup.leaf("path", "class", "dots", "d", dots.toString()).close().close();
        }
    }
}
