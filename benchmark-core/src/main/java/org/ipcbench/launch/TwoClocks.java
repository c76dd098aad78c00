package org.ipcbench.launch;

import java.util.List;
import java.util.Optional;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.PeerMeasurement;

/**
 * The reports of peers that do not read one clock, or run on two machines, put on one clock: nothing may be concluded from a time of one
 * minus a time of another. Clients begin together, and client and server end together.
 *
 * @param prefixes what the peers are behind
 */
record TwoClocks(Prefixes prefixes) {

    /** Returns the reports with times and CPUs that may be compared; of peers beside the launcher, the same ones. */
    PairReport aligned(PairReport told) {
        List<Finished> clients =
                prefixes.client().sharesClock() || told.clients().size() == 1
                        ? told.clients()
                        : told.clients().stream().map(TwoClocks::fromZero).toList();
        PairReport report = new PairReport(clients, told.server(), told.auxiliary());
        report = prefixes.haveOneClock() ? report : endingTogether(report);
        return prefixes.haveTwoKernels() ? onTwoMachines(report) : report;
    }

    private static Finished fromZero(Finished client) {
        return new Finished(client.measurement().ahead(-client.measurement().startNanos()));
    }

    private static PairReport endingTogether(PairReport report) {
        long end = report.clients().stream()
                .mapToLong(client -> client.measurement().endNanos())
                .max()
                .orElseThrow();
        return new PairReport(
                report.clients(),
                report.server()
                        .map(Finished::measurement)
                        .map(server -> new Finished(server.ahead(end - server.lastMarkNanos()))),
                report.auxiliary());
    }

    /** The client has looked at its own machine's CPUs. */
    private static PairReport onTwoMachines(PairReport report) {
        Optional<PeerMeasurement> server = report.server().map(Finished::measurement);
        long serverNanos = server.map(told -> told.cost().cpuNanos()).orElse(0L);
        return new PairReport(
                report.clients().stream()
                        .map(Finished::measurement)
                        .map(client -> new Finished(client.under(besides(client.conditions(), serverNanos))))
                        .toList(),
                server.map(told -> new Finished(told.under(told.conditions().withoutCpus()))),
                report.auxiliary());
    }

    private static MeasurementConditions besides(MeasurementConditions client, long serverNanos) {
        return client.on(client.machine().plusBusy(serverNanos), client.stalls());
    }
}
