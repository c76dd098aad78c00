package org.ipcbench.run.request;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;

/**
 * The dimensions whose combinations are the cells of a run.
 *
 * @param selection the transports
 * @param workloads the questions to every transport
 * @param placements the placements of the peers
 * @param listed the values of each setting that has not its default alone
 */
public record CellGrid(
        TransportSelection selection,
        List<SizedWorkload> workloads,
        PlacementChoice placements,
        Map<Setting<?>, List<CellSettings>> listed) {
    public CellGrid {
        workloads = List.copyOf(workloads);
        listed = Map.copyOf(listed);
    }

    /** A grid of one client, the transports' default buffers, CPUs that the kernel chooses, and receivers that sleep at once. */
    public static CellGrid of(TransportSelection selection, List<SizedWorkload> workloads) {
        return new CellGrid(selection, workloads, PlacementChoice.OF_THE_KERNEL, Map.of());
    }

    /** Returns a copy with other transports. */
    public CellGrid to(TransportSelection others) {
        return new CellGrid(others, workloads, placements, listed);
    }

    /** Returns a copy with other workloads. */
    public CellGrid asking(List<SizedWorkload> others) {
        return new CellGrid(selection, others, placements, listed);
    }

    /** Returns a copy with other placements. */
    public CellGrid at(PlacementChoice others) {
        return new CellGrid(selection, workloads, others, listed).with(Dimension.PLACEMENT, others.list());
    }

    /** Returns a copy with these values of a setting, each of which has separate cells. */
    public <V> CellGrid with(Setting<V> setting, List<V> values) {
        Map<Setting<?>, List<CellSettings>> others = new HashMap<>(listed);
        others.put(
                setting,
                values.stream()
                        .map(value -> CellSettings.USUAL.with(setting, value))
                        .toList());
        return new CellGrid(selection, workloads, placements, others);
    }

    /** Returns a copy with these clients alone. */
    public CellGrid with(Clients clients) {
        return with(Dimension.CLIENTS, List.of(clients.number()))
                .with(Dimension.CLIENT_THREADS, List.of(clients.inOneProcess()))
                .with(Dimension.SERVING, List.of(clients.serving()));
    }

    /** The largest number of clients. */
    public Clients mostClients() {
        return settings(List.of(Dimension.CLIENTS, Dimension.CLIENT_THREADS, Dimension.SERVING))
                .map(CellSettings::clients)
                .max(Comparator.comparingInt(Clients::number))
                .orElse(Clients.ONE);
    }

    /** Upper bound for the number of cells; may exceed the range of integers. */
    public double size(List<Variant> variants) {
        return listed.values().stream()
                .mapToDouble(List::size)
                .reduce((double) selection.transports().size() * workloads.size() * variants.size(), (a, b) -> a * b);
    }

    /** The cells, grouped by transport, without those that the usual placements leave out. */
    public List<Cell> cells(List<Variant> variants) {
        return all(variants).filter(cell -> !placements.leavesOut(cell)).toList();
    }

    /** A line about each thing that the placements leave out, or why they are not the usual ones. */
    public List<String> remarks() {
        List<Cell> leftOut =
                all(List.of(Variant.NONE)).filter(placements::leavesOut).toList();
        return Stream.concat(
                        Stream.of(placements.remark()).filter(remark -> !remark.isEmpty()),
                        placements.omissions(leftOut))
                .toList();
    }

    private Stream<Cell> all(List<Variant> variants) {
        List<CellSettings> settings = settings(Setting.all()).toList();
        return selection.transports().stream()
                .flatMap(transport -> workloads.stream().flatMap(sized -> cells(transport, sized, settings)))
                .filter(cell -> !isOneThreadAgain(cell))
                .distinct() // a connection without a relay has no number of hops
                .flatMap(cell -> variants.stream().map(cell::withVariant));
    }

    /** One thread has no sides. */
    private boolean isOneThreadAgain(Cell cell) {
        CellSettings first = listed.getOrDefault(Dimension.SIDES, List.of(CellSettings.USUAL))
                .get(0);
        return cell.transport().traits().inProcess()
                && cell.settings().get(Dimension.SIDES) != first.get(Dimension.SIDES);
    }

    private static Stream<Cell> cells(Transport transport, SizedWorkload sized, List<CellSettings> settings) {
        return settings.stream()
                .filter(each -> sized.asks(transport, each))
                .map(each -> Cell.of(transport, sized.workload(), each));
    }

    /** All combinations of the values of these settings; the last one varies first. */
    private Stream<CellSettings> settings(List<Setting<?>> combined) {
        Stream<CellSettings> all = Stream.of(CellSettings.USUAL);
        for (Setting<?> setting : combined) {
            List<CellSettings> values = listed.getOrDefault(setting, List.of(CellSettings.USUAL));
            all = all.flatMap(each -> values.stream().map(each::and));
        }
        return all;
    }
}
