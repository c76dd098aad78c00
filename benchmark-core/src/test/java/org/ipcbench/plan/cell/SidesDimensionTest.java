package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.call.PingPong;
import org.junit.jupiter.api.Test;

final class SidesDimensionTest {
    private static final CellSettings THREADS = CellSettings.USUAL.with(Dimension.SIDES, Sides.THREADS);

    @Test
    void transportThatNeedsThreadsOrProcessesIsRefusedOtherwise() {
        assertThat(obstacle(with(Trait.BETWEEN_THREADS), CellSettings.USUAL))
                .hasValue("hands objects from thread to thread, as in a run with --sides threads");
        assertThat(obstacle(with(Trait.BETWEEN_THREADS), THREADS)).isEmpty();
        assertThat(obstacle(with(Trait.BETWEEN_PROCESSES), THREADS))
                .hasValue("needs a process at each end; use --sides processes");
        assertThat(obstacle(with(Trait.BETWEEN_PROCESSES), CellSettings.USUAL)).isEmpty();
        assertThat(obstacle(with(Trait.MANY_CLIENTS), THREADS)).isEmpty();
    }

    @Test
    void oneProcessHasOneClientOnly() {
        Transport many = with(Trait.MANY_CLIENTS, Trait.SELECTABLE, Trait.IDLE_CONNECTIONS, Trait.SHARED_LISTENER);

        assertThat(obstacle(many, THREADS.with(Clients.of(2))))
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("omit --sides threads, or --clients"));
        assertThat(obstacle(many, THREADS.with(new Clients(1, false, Serving.SELECTOR))))
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("or --server-model selector"));
        assertThat(obstacle(many, THREADS.with(Dimension.IDLE, 5)))
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("or --idle"));
        assertThat(obstacle(many, THREADS.with(Dimension.LISTENER, 4)))
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("or --listener"));
    }

    @Test
    void oneProcessHasItsMemoryOnOneNode() {
        Transport any = with(Trait.MANY_CLIENTS);

        assertThat(obstacle(any, THREADS.with(Dimension.PLACEMENT, on(0, 0)))).isEmpty();
        assertThat(obstacle(any, THREADS.with(Dimension.PLACEMENT, on(0, 1))))
                .hasValueSatisfying(reason -> assertThat(reason).contains("--placement on two nodes"));
        assertThat(obstacle(any, CellSettings.USUAL.with(Dimension.PLACEMENT, on(0, 1))))
                .isEmpty();
    }

    @Test
    void bothValuesAreReadAndShown() {
        Cell cell = Cell.of(with(), new PingPong(new Extent.Count(1), 64), THREADS);

        assertThat(Dimension.SIDES.one("threads")).isEqualTo(Sides.THREADS);
        assertThat(Dimension.SIDES.text(cell)).isEqualTo("threads");
        assertThat(Dimension.SIDES.text(cell.with(Dimension.SIDES, Sides.PROCESSES)))
                .isEqualTo("processes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dimension.SIDES.one("both"))
                .withMessage("'both' must be one of processes, threads");
    }

    private static Placement on(int client, int server) {
        return new Placement("nodes", Optional.of(onNode(client)), Optional.of(onNode(server)), "");
    }

    private static Place onNode(int node) {
        return new Place(Place.onCpu(node).cpus(), Optional.of(node));
    }

    private static Transport with(Trait... traits) {
        return new ListedTransport("any", Availability.available(), Traits.of(WaitStrategy.BLOCKING, traits));
    }

    private static Optional<String> obstacle(Transport transport, CellSettings settings) {
        return Cell.of(transport, new PingPong(new Extent.Count(1), 64), settings)
                .obstacle()
                .map(Obstacle::reason);
    }
}
