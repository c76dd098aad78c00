package org.ipcbench.plot;

import java.util.List;
import java.util.stream.Collectors;

/** Series over axes: what the page and the files show. */
public sealed interface Chart permits LineChart, RowChart {

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
}
