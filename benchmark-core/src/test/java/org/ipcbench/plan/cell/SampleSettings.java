package org.ipcbench.plan.cell;

import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Sides;

/** Settings of cells. */
public final class SampleSettings {
    private SampleSettings() {}

    /** A value other than the usual one in each dimension. */
    public static CellSettings unusual(Placement placement, String variant) {
        return CellSettings.USUAL
                .with(Dimension.BUFFER, 4096)
                .with(Dimension.PLACEMENT, placement)
                .with(new Clients(4, true, Serving.SELECTOR))
                .with(Dimension.SPIN, new Spin(10_000))
                .with(Dimension.SOCKET, ChannelOptions.Tcp.NAGLE)
                .with(Dimension.WRITES, 2)
                .with(Dimension.PARTS, 16)
                .with(Dimension.SCHEDULER, Scheduler.parse("fifo:50"))
                .with(Dimension.LOCKED_MEMORY, true)
                .with(Dimension.IDLE, 1_000)
                .with(Dimension.LISTENER, 4)
                .with(Dimension.SIDES, Sides.THREADS)
                .with(Dimension.RELAY, "c")
                .with(Dimension.RELAY_HOPS, 2)
                .with(Dimension.WORKERS, new Workers(4, true))
                .with(Dimension.PROGRAM, "head -c {answer}")
                .with(Dimension.PARENT_MEMORY, 4L << 30)
                .with(Dimension.VARIANT, new Variant(variant))
                .with(Dimension.HOST, "node7");
    }
}
