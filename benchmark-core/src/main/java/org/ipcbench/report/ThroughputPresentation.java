package org.ipcbench.report;

import java.util.List;

/** Messages in one direction. */
final class ThroughputPresentation implements QuestionPresentation {

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.mebibytesPerSecond(),
                format.perSecond("messages"),
                format.percentile("p50 under load us", 50),
                format.percentile("p99 us", 99));
    }

    @Override
    public List<PlottedFigure> plots() {
        return List.of(PlottedFigure.THROUGHPUT);
    }
}
