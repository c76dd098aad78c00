package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Auxiliary;
import org.ipcbench.transport.Transport;

/** Runs an auxiliary process: starts the transport's auxiliary, and reports what measured parts cost. */
final class AuxiliaryPeer {
    private final Assign assign;
    private final Transport transport;
    private final ControlLink link;
    private final LauncherSignal launcher;
    private final CostMeter meter;

    AuxiliaryPeer(Assign assign, Transport transport, ControlLink link, LauncherSignal launcher, CostMeter meter) {
        this.assign = assign;
        this.transport = transport;
        this.link = link;
        this.launcher = launcher;
        this.meter = meter;
    }

    /** Returns when the process has been told to stop and has ended the auxiliary. */
    void perform() throws IOException, InterruptedException {
        Auxiliary auxiliary = transport
                .auxiliary()
                .orElseThrow(() -> new IllegalStateException(transport.id() + " needs no auxiliary process"));
        try (Closeable running = auxiliary.start(assign.session())) {
            link.send(new Ready(List.of(), CpuSet.allowed().toString(), Placement.memoryPolicy()));
            for (ControlMessage message = launcher.take(); !(message instanceof Stop); message = launcher.take()) {
                link.send(answer(message));
            }
        }
    }

    private ControlMessage answer(ControlMessage message) {
        if (message instanceof Go) {
            meter.arm();
            meter.begin();
            return new Armed();
        }
        if (message instanceof Over) {
            Cost cost = meter.end();
            return new Finished(new PeerMeasurement(List.of(), cost, Sampling.NONE, 0, MeasurementConditions.UNKNOWN));
        }
        return new Failed("launcher sent '%s', expected 'Go' or 'Over'"
                .formatted(message.getClass().getSimpleName()));
    }
}
