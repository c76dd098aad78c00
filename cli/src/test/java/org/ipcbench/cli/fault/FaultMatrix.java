package org.ipcbench.cli.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.ipcbench.cli.fault.Fault.Moment;
import org.ipcbench.cli.fault.Fault.Signal;
import org.ipcbench.cli.fault.Fault.Victim;
import org.ipcbench.cli.fault.FaultTrial.Life;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Sides;

/**
 * Every fault of every transport, in trials: each one ends with what a launcher or a group may get, and begins with faults
 * of the processes that the launcher has started.
 */
final class FaultMatrix {
    private final List<FaultTrial> trials = new ArrayList<>();

    FaultMatrix(List<Transport> transports) {
        List<List<FaultTrial>> columns =
                transports.stream().map(FaultMatrix::trialsOf).toList();
        int rows = columns.stream().mapToInt(List::size).max().orElse(0);
        for (int row = 0; row < rows; row++) {
            for (List<FaultTrial> column : columns) {
                trials.add(column.get(row));
            }
        }
    }

    /** All of them, the transports by turns. */
    List<FaultTrial> trials() {
        return trials;
    }

    /** Some of them, others with another seed. */
    List<FaultTrial> sample(long seed, int size) {
        List<FaultTrial> shuffled = new ArrayList<>(trials);
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled.subList(0, Math.min(size, shuffled.size()));
    }

    private static List<FaultTrial> trialsOf(Transport transport) {
        Sides sides = transport.traits().has(Trait.BETWEEN_THREADS) ? Sides.THREADS : Sides.PROCESSES;
        List<Victim> started = new ArrayList<>();
        if (sides == Sides.PROCESSES) {
            started.add(Victim.CLIENT);
        }
        if (transport.traits().hasServerPeer()) {
            started.add(Victim.SERVER);
        }
        if (transport.auxiliary().isPresent()) {
            started.add(Victim.AUXILIARY);
        }
        Random order = new Random(transport.id().hashCode()); // the same each time, another one for each transport
        List<Fault> first = faultsOf(started, order);
        List<Fault> last = faultsOf(List.of(Victim.LAUNCHER, Victim.GROUP), order);
        List<FaultTrial> trials = new ArrayList<>();
        for (int row = 0; row < last.size(); row++) {
            List<Optional<Fault>> faults = new ArrayList<>();
            for (int i = row; i < first.size(); i += last.size()) {
                faults.add(Optional.of(first.get(i)));
            }
            faults.add(Optional.empty());
            faults.add(Optional.of(last.get(row)));
            trials.add(new FaultTrial(transport.id(), Life.STREAM, sides, faults));
        }
        return trials;
    }

    private static List<Fault> faultsOf(List<Victim> victims, Random order) {
        List<Fault> faults = new ArrayList<>(victims.stream()
                .flatMap(victim -> Stream.of(Signal.values())
                        .flatMap(signal -> Stream.of(Moment.values()).map(moment -> new Fault(victim, signal, moment))))
                .toList());
        Collections.shuffle(faults, order);
        return faults;
    }
}
