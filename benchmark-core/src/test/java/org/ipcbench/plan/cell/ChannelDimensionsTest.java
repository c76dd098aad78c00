package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Session.ChannelOptions.Tcp;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.junit.jupiter.api.Test;

final class ChannelDimensionsTest {
    private static final CellSettings NAGLE = CellSettings.USUAL.with(Dimension.SOCKET, Tcp.NAGLE);
    private static final CellSettings APART = CellSettings.USUAL.with(Dimension.WRITES, 2);

    private final Transport plain = ListedTransport.with("plain");
    private final Transport tcp = ListedTransport.with("post", Trait.TCP_OPTIONS, Trait.SPLIT_WRITES);

    @Test
    void transportThatWouldIgnoreAnOptionIsUnsupported() {
        assertThat(Cell.of(plain, calls(64), NAGLE).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "has no options of TCP to set; omit --socket"));
        assertThat(Cell.of(ListedTransport.with("library", Trait.NETWORK), calls(64), NAGLE)
                        .obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED, "leaves the options of its sockets to its library; omit --socket"));
        assertThat(Cell.of(plain, calls(64), APART).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "sends a message whole; omit --writes"));
        assertThat(Cell.of(tcp, calls(64), CellSettings.USUAL.with(Dimension.PARTS, 2))
                        .obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "hands over no memory files; omit --parts"));
        assertThat(Cell.of(tcp, calls(64), NAGLE).obstacle()).isEmpty();
        assertThat(Cell.of(tcp, calls(64), APART).obstacle()).isEmpty();
    }

    @Test
    void allSettingsThatATransportWouldIgnoreAreNamedAtOnce() {
        CellSettings several =
                NAGLE.with(Dimension.PARTS, 2).with(Dimension.IDLE, 10).with(Dimension.LISTENER, 1);

        assertThat(Cell.of(plain, calls(64), several).obstacle().orElseThrow().reason())
                .contains("omit --socket; also ", "omit --parts; also ", "omit --idle")
                .doesNotContain("--listener"); // three are enough
    }

    @Test
    void aSingleByteCannotBeSentInParts() {
        assertThat(Cell.of(tcp, calls(1), APART).obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED, "a message of 1 byte cannot be sent by two writes; omit --writes"));
    }

    @Test
    void messageHasNoMorePartsThanBytes() {
        Transport files = ListedTransport.with("files", Trait.PARTS);
        CellSettings sixteen = CellSettings.USUAL.with(Dimension.PARTS, 16);

        assertThat(Cell.of(files, calls(16), sixteen).obstacle()).isEmpty();
        assertThat(Cell.of(files, calls(15), sixteen).obstacle())
                .contains(
                        new Obstacle(CellStatus.UNSUPPORTED, "a message of 15 bytes has no 16 parts; omit --parts 16"));
        assertThat(Dimension.PARTS.named(Cell.of(files, calls(16), sixteen))).isEqualTo("parts 16");
    }

    @Test
    void nobodyKnowsHowManyMessagesOfTwoWritesAConnectionHolds() {
        Workload several = new PingPong(new Extent.Count(1), Shape.of(64).inFlight(4), Payload.TOUCHED);

        assertThat(Dimension.WRITES
                        .obstacle(Cell.of(tcp, several, APART))
                        .orElseThrow()
                        .reason())
                .contains("unknown number of messages");
    }

    @Test
    void optionsAreNamedWhereThereIsAChoice() {
        assertThat(Dimension.SOCKET.text(Cell.of(tcp, calls(64)))).isEqualTo("nodelay");
        assertThat(Dimension.SOCKET.text(Cell.of(plain, calls(64)))).isEmpty();
        assertThat(Dimension.SOCKET.text(Cell.of(tcp, calls(64), NAGLE))).isEqualTo("nagle");
        assertThat(Dimension.WRITES.named(Cell.of(tcp, calls(64), APART))).isEqualTo("writes 2");
    }

    private static Workload calls(int bytes) {
        return new PingPong(new Extent.Count(1), bytes);
    }
}
