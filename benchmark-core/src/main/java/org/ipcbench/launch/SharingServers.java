package org.ipcbench.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PeerInbox;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distances;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.result.PeerMeasurement.Worked;
import org.ipcbench.measure.result.WorkerShares;
import org.ipcbench.measure.sample.WorkTime;

/**
 * The server processes of a pair that share what clients send: they answer whatever comes, and are told when the measured part begins
 * and when it is over.
 *
 * @param processes in the order of their indexes; empty if there is one server, which takes part in the client's batches
 */
record SharingServers(List<PeerProcess> processes, PeerInbox inbox) {
    SharingServers {
        processes = List.copyOf(processes);
    }

    boolean isNone() {
        return processes.isEmpty();
    }

    /** Called when clients are connected: each process has accepted what it will. */
    void connected() throws IterationFailedException, InterruptedException {
        for (PeerProcess process : processes) {
            process.send(new AllConnected());
        }
    }

    /** Called when clients are warm and wait: all that count, counts from now on. */
    void go() throws IterationFailedException, InterruptedException {
        for (PeerProcess process : processes) {
            process.send(new Go());
        }
        for (PeerProcess process : processes) {
            inbox.await(process.name(), Armed.class);
        }
    }

    /** Called when clients have all answers. */
    List<PeerMeasurement> over() throws IterationFailedException, InterruptedException {
        List<PeerMeasurement> told = new ArrayList<>();
        for (PeerProcess process : processes) {
            process.send(new Over());
        }
        for (PeerProcess process : processes) {
            told.add(inbox.await(process.name(), Finished.class).measurement());
        }
        return told;
    }

    /**
     * What clients have measured, with what the processes tell of it.
     *
     * @param oneClock whether they read the clients' clock
     * @param distances how near to each other the machine's CPUs are
     * @throws IterationFailedException if the processes have answered another number of requests than clients have sent
     */
    static Measurement combined(
            Measurement ofClients, List<PeerMeasurement> told, boolean oneClock, Distances distances)
            throws IterationFailedException {
        List<Worked> worked = new ArrayList<>();
        for (PeerMeasurement each : told) {
            if (each.worked() == null) {
                throw new IterationFailedException("a server does not tell what it has answered");
            }
            worked.add(each.worked());
        }
        Long overtaken =
                ofClients.underWay() == null ? null : ofClients.underWay().overtaken();
        List<Cost> costs = told.stream().map(PeerMeasurement::cost).toList();
        WorkerShares shares = WorkerShares.of(
                worked,
                overtaken == null ? 0 : overtaken,
                costs.stream().map(Cost::jvm).toList());
        if (shares.all() != ofClients.messages()) {
            throw new IterationFailedException("the clients sent %d requests, the servers answered %d"
                    .formatted(ofClients.messages(), shares.all()));
        }
        List<MeasurementConditions> conditions = told.stream()
                .map(PeerMeasurement::conditions)
                .map(each -> oneClock ? each : each.withoutMarks())
                .toList();
        return ofClients.sharedBy(
                shares,
                costs.stream().reduce(Cost::plus).orElse(Cost.NONE), // a sum with nothing has no counts of the kernel
                MeasurementConditions.ofAll(conditions),
                Proximity.ofShared(
                        ofClients.clientConditions().marks(),
                        conditions.stream().map(MeasurementConditions::marks).toList(),
                        distances),
                WorkTime.ofAll(worked.stream()
                                .flatMap(each -> Stream.ofNullable(each.work()))
                                .toList())
                        .orElse(null));
    }
}
