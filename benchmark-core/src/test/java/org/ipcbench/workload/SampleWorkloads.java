package org.ipcbench.workload;

import java.nio.file.Path;
import java.util.List;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.schedule.ArrivalPattern;
import org.ipcbench.workload.schedule.Pacing;

/** A workload of every question, each value of which is not the default. */
public final class SampleWorkloads {
    private static final Extent COUNT = new Extent.Count(7);
    private static final Extent.Period PERIOD = new Extent.Period(5_000_000);

    private SampleWorkloads() {}

    public static List<Workload> ofEveryQuestion() {
        return List.of(
                new Workload.Stream(COUNT, 64, Payload.FULL),
                new Workload.PingPong(PERIOD, 64, Payload.HEADER),
                new Workload.Connect(COUNT, 64, Payload.FULL),
                new Workload.Block(COUNT, 64, Payload.FULL),
                new Workload.Transfer(Path.of("file"), 1_000, 64, null),
                new Workload.Load(PERIOD, 64, Payload.FULL, 1_234.5, new ArrivalPattern.Burst(3), Pacing.SLEEP));
    }
}
