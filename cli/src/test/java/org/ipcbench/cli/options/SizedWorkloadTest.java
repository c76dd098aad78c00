package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
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
        SizedWorkload ofFour = new SizedWorkload(STREAM, Optional.of("tcp"), Optional.of(four));
        SizedWorkload ofSharing = new SizedWorkload(STREAM, Optional.of("agrona-ring"), Optional.of(sharing));

        assertThat(ofFour.asks(tcp, four)).isTrue();
        assertThat(ofFour.asks(tcp, Clients.ONE)).isFalse();
        assertThat(ofFour.asks(ring, four)).isFalse();
        assertThat(ofSharing.asks(ring, four)).as("which share the ring").isTrue();
        assertThat(new SizedWorkload(STREAM).asks(ring, Clients.ONE)).isTrue();
    }

    private static Transport transport(String id) {
        return TransportRegistry.load().all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
