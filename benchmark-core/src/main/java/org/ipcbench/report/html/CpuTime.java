package org.ipcbench.report.html;

import java.util.function.Function;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;

/**
 * The CPU time of a message by mode, in nanoseconds. The kernel counts the modes of both peers in ticks of 10 ms; the ratio
 * of these counts divides the CPU time, which is known exactly.
 *
 * @param user time of both peers in user mode
 * @param system time of both peers in the kernel
 * @param auxiliary time of the transport's auxiliary process
 * @param unknown time of both peers if the measured parts were too short for a tick
 */
record CpuTime(double user, double system, double auxiliary, double unknown) {

    static CpuTime of(Summary summary) {
        CpuTime client = peer(summary, summary.cpu().nanosPerMessage(Measurement::clientCost), Measurement::clientCost);
        CpuTime server = peer(summary, summary.cpu().nanosPerMessage(Measurement::serverCost), Measurement::serverCost);
        return new CpuTime(
                client.user + server.user,
                client.system + server.system,
                summary.cpu().auxiliaryNanosPerMessage().orElse(0),
                client.unknown + server.unknown);
    }

    double total() {
        return user + system + auxiliary + unknown;
    }

    private static CpuTime peer(Summary summary, double nanos, Function<Measurement, Cost> cost) {
        long user = 0;
        long system = 0;
        for (Measurement iteration : summary.iterations()) {
            user += cost.apply(iteration).userNanos();
            system += cost.apply(iteration).systemNanos();
        }
        if (user + system == 0) {
            return new CpuTime(0, 0, 0, nanos);
        }
        double share = (double) user / (user + system);
        return new CpuTime(nanos * share, nanos * (1 - share), 0, 0);
    }
}
