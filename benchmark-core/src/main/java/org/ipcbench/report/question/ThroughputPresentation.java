package org.ipcbench.report.question;

import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;

/** Messages in one direction or both ways. */
final class ThroughputPresentation implements QuestionPresentation {
    /** Smaller messages have no room for the send time. */
    private static final int MIN_TIMED_BYTES = 16;

    private static final PlottedValue TAIL =
            PlottedValue.percentile("p99", "p99 under load", "p99 of latencies under load (µs)", 99);

    @Override
    public String asked() {
        return "Messages as fast as they go, in one direction, or both ways at once: then MiB/s is the total, and"
                + " a message each way counts once in messages/s and CPU ns. MiB are 2^20 bytes; a latency under load is the time"
                + " from claiming a message to the end of its check by the receiver.";
    }

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.mebibytesPerSecond(),
                format.perSecond("messages"),
                format.percentileWithInterval("p50 us", 50),
                format.percentileWithInterval("p99 us", 99));
    }

    @Override
    public List<PlottedValue> plots() {
        return List.of(PlottedValue.THROUGHPUT);
    }

    @Override
    public String noLatencyKey(Cell cell) {
        return Dimension.DIRECTION.of(cell).isPresent() ? "noLatency.bothWays" : "noLatency";
    }

    @Override
    public Optional<PlottedValue> tail(int requestBytes) {
        return requestBytes < MIN_TIMED_BYTES ? Optional.empty() : Optional.of(TAIL);
    }
}
