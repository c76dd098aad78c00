package org.ipcbench.plot;

/** Series over axes: what the page and the files show. */
public sealed interface Figure permits LineFigure, RowFigure {

    /** What the figure is about, which a file's heading begins with and a section of the page tells already. */
    String subject();

    /** What it shows of its subject. */
    String title();

    /** What the signs mean; may be empty. */
    String note();

    /** Whether there is any value; else nothing can be drawn. */
    boolean isMeasured();

    /** The heading if nothing around the figure tells what it is about. */
    default String heading() {
        return subject() + ": " + title();
    }
}
