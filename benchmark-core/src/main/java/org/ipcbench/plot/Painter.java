package org.ipcbench.plot;

/** Lays a plot out and draws it; lengths are in pixels. */
interface Painter {
    int width();

    int height();

    void paint(Canvas canvas);
}
