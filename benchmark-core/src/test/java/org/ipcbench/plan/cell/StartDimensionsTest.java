package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;

final class StartDimensionsTest {
    private static final CellSettings SHELL = CellSettings.USUAL.with(Dimension.PROGRAM, "sh");
    private static final CellSettings LARGE = CellSettings.USUAL.with(Dimension.PARENT_MEMORY, 1L << 20);

    private final Transport kept = ListedTransport.of("post");
    private final Transport started =
            ListedTransport.with("courier", Trait.STARTS_SERVER, Trait.REQUESTS, Trait.RECONNECTS);

    @Test
    void onlyWhatStartsAServerHasAProgramAndAParent() {
        assertThat(reason(kept, calls(Shape.of(64)), SHELL)).isEqualTo("starts no program; omit --program");
        assertThat(reason(kept, calls(Shape.of(64)), LARGE)).isEqualTo("starts no program; omit --parent-heap");
        assertThat(reason(started, calls(Shape.of(64)), SHELL)).isEmpty();
        assertThat(reason(started, calls(Shape.of(64)), LARGE)).isEmpty();
        assertThat(reason(kept, calls(Shape.of(64)), CellSettings.USUAL)).isEmpty();
    }

    @Test
    void programAnswersOneRequestFromWhatItIsTold() {
        assertThat(reason(started, new MessageStream(new Extent.Count(1), 64), CellSettings.USUAL))
                .contains("cannot measure throughput");
        assertThat(reason(started, calls(Shape.of(64).worked(new Work(Work.Kind.BUSY, 1_000))), CellSettings.USUAL))
                .endsWith("omit --work");
        assertThat(reason(started, calls(Shape.of(64).answeredBy(128)), CellSettings.USUAL))
                .isEmpty();
        assertThat(reason(
                        started,
                        new PingPong(new Extent.Count(1), Shape.of(64).answeredBy(128), Payload.FULL),
                        CellSettings.USUAL))
                .contains("payload of another size");
        assertThat(reason(started, calls(Shape.of(7).answeredBy(8)), CellSettings.USUAL))
                .contains("needs 8 bytes");
    }

    @Test
    void childRunsWhereItsParentRuns() {
        assertThat(reason(started, calls(Shape.of(64)), at("2", "2"))).isEmpty();
        assertThat(reason(started, calls(Shape.of(64)), at("2", "3"))).contains("where the client runs");
    }

    @Test
    void memoryBeyondTheMachinesIsRefused() {
        CellSettings endless = CellSettings.USUAL.with(Dimension.PARENT_MEMORY, 1L << 50);

        assertThat(reason(started, calls(Shape.of(64)), endless)).contains("use a smaller --parent-heap");
    }

    @Test
    void valuesAreShownAsTheyAreTyped() {
        assertThat(Dimension.PROGRAM.text(Cell.of(started, calls(Shape.of(64)))))
                .isEqualTo("c");
        assertThat(Dimension.PROGRAM.text(Cell.of(kept, calls(Shape.of(64))))).isEmpty();
        for (String text : new String[] {"1", "1500", "64K", "500M", "4G", "6144G"}) {
            assertThat(Dimension.PARENT_MEMORY.shown(Dimension.PARENT_MEMORY.one(text)))
                    .isEqualTo(text);
        }
        assertThat(Dimension.PARENT_MEMORY.one("0")).isZero();
    }

    private static CellSettings at(String client, String server) {
        return CellSettings.USUAL.with(
                Dimension.PLACEMENT, new Placement("here", Optional.of(place(client)), Optional.of(place(server)), ""));
    }

    private static Place place(String cpus) {
        return new Place(CpuSet.parse(cpus), Optional.empty());
    }

    private static Workload calls(Shape shape) {
        return new PingPong(new Extent.Count(1), shape, Payload.TOUCHED);
    }

    private static String reason(Transport transport, Workload workload, CellSettings settings) {
        return Cell.of(transport, workload, settings)
                .obstacle()
                .map(Feasibility.Obstacle::reason)
                .orElse("");
    }
}
