package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;

class SizedWorkloadTest {
    private static final Workload STREAM = new MessageStream(new Extent.Count(9), 64);

    /** What was found for a transport and a number of clients is measured there and nowhere else. */
    @Test
    void workloadOfSomeClientsIsAskedByThemAlone() {
        Transport tcp = transport("tcp");
        Transport ring = transport("agrona-ring");
        Clients four = Clients.of(4);
        Clients sharing = new Clients(4, false, Serving.QUEUE);
        SizedWorkload ofFour = of("tcp", four);
        SizedWorkload ofSharing = of("agrona-ring", sharing);

        assertThat(ofFour.asks(tcp, with(four))).isTrue();
        assertThat(ofFour.asks(tcp, with(Clients.ONE))).isFalse();
        assertThat(ofFour.asks(ring, with(four))).isFalse();
        assertThat(ofSharing.asks(ring, with(four))).as("which share the ring").isTrue();
        assertThat(new SizedWorkload(STREAM).asks(ring, CellSettings.USUAL)).isTrue();
    }

    @Test
    void workloadOfOneSideIsNotAskedOnTheOther() {
        Transport tcp = transport("tcp");
        CellSettings threads = CellSettings.USUAL.with(Dimension.SIDES, Sides.THREADS);
        SizedWorkload ofThreads =
                new SizedWorkload(STREAM, Optional.of("tcp"), Optional.of(Clients.ONE), Optional.of(threads));

        assertThat(ofThreads.asks(tcp, threads)).isTrue();
        assertThat(ofThreads.asks(tcp, CellSettings.USUAL)).isFalse();
        assertThat(ofThreads.asks(tcp, threads.with(Dimension.RELAY, "c"))).isFalse();
        assertThat(new SizedWorkload(STREAM).asks(tcp, threads)).isTrue();
    }

    private static SizedWorkload of(String transport, Clients clients) {
        return new SizedWorkload(STREAM, Optional.of(transport), Optional.of(clients), Optional.empty());
    }

    private static CellSettings with(Clients clients) {
        return CellSettings.USUAL.with(clients);
    }

    private static Transport transport(String id) {
        return TransportRegistry.load().all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
