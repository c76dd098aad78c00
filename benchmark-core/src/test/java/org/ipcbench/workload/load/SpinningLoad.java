package org.ipcbench.workload.load;

import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.load.Schedule.DueTimes;

/** A load's client over a sender that a test has made. */
public final class SpinningLoad {
    private SpinningLoad() {}

    public static ClientHalf of(PacedSender sender, DueTimes times, Recorder recorder, NanoClock clock) {
        return new LoadClient(sender, times, Pacing.SPIN.pacer(clock), recorder, clock);
    }
}
