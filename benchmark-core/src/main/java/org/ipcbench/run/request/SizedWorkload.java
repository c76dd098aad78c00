package org.ipcbench.run.request;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Workload;

/**
 * A question about messages of one size.
 *
 * @param workload the question, with its size and its extent for this size
 * @param transport id of the only transport for this question; empty for all
 * @param clients the only clients that ask, with the way in which the server serves them; empty for all
 * @param settings the only values that ask of the settings whose knees differ; empty for all
 */
public record SizedWorkload(
        Workload workload, Optional<String> transport, Optional<Clients> clients, Optional<CellSettings> settings) {
    /** The settings besides those of clients whose values have knees of their own. */
    public static final List<Setting<?>> OF_KNEES = List.of(Dimension.SIDES, Dimension.RELAY, Dimension.RELAY_HOPS);

    /** A question to every transport. */
    public SizedWorkload(Workload workload) {
        this(workload, Optional.empty());
    }

    /** A question to one transport, or to every one. */
    public SizedWorkload(Workload workload, Optional<String> transport) {
        this(workload, transport, Optional.empty(), Optional.empty());
    }

    /** The same question for each of several sizes. */
    public static List<SizedWorkload> ofSizes(List<Integer> sizesBytes, IntFunction<Workload> workloadOfSize) {
        return sizesBytes.stream()
                .map(size -> new SizedWorkload(workloadOfSize.apply(size)))
                .toList();
    }

    /** Whether cells of this transport with these settings ask it. */
    public boolean asks(Transport other, CellSettings asked) {
        return transport.stream().allMatch(other.id()::equals)
                && clients.stream().allMatch(asked.clients().servedBy(other)::equals)
                && settings.stream()
                        .allMatch(only -> OF_KNEES.stream()
                                .allMatch(setting -> only.get(setting).equals(asked.get(setting))));
    }
}
