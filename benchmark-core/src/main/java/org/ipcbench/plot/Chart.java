package org.ipcbench.plot;

/** Series over axes: what the page and the files show. */
public sealed interface Chart permits LineChart, RowChart {

    /** The subject of the chart. A file's heading begins with it; in the page, the section already names it. */
    String subject();

    /** What the chart shows about its subject. */
    String title();

    /** The meaning of the signs; may be empty. */
    String note();

    /** Whether there is any value; otherwise nothing can be drawn. */
    boolean isMeasured();

    /** The heading for a chart without context, including the subject. */
    default String heading() {
        return subject() + ": " + title();
    }
}
