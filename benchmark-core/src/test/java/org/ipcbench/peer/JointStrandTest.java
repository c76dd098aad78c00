package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.measure.CompilerRest;
import org.ipcbench.measure.Mark;
import org.ipcbench.measure.MeasuredPart;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JointStrandTest {
    private static final int SIZE_BYTES = 64;
    private static final NanoClock CLOCK = NanoClock.system();

    @TempDir
    private Path directory;

    private final Workload stream = new Workload.Stream(new Extent.Count(7), SIZE_BYTES);
    private final MemoryChannel.Ends ends = MemoryChannel.connect(SIZE_BYTES);
    private final Recorder sent = new Recorder();
    private final MeasuredPart part = new MeasuredPart(sent, CLOCK, () -> 0, () -> Mark.UNKNOWN_CPU);
    /** What each message has brought about. */
    private final List<Boolean> served = new ArrayList<>();

    private Strand strand;
    private JointStrand joint;
    private ClientHalf client;

    @BeforeEach
    void connect() throws IOException {
        Session session = new Session(directory, Token.random(), SIZE_BYTES, 0, Duration.ofSeconds(10));
        strand = new Strand(new Assign("memory", stream, session, "", 1), 0, new Stages(1), CLOCK, ClockBound.NONE);
        joint = new JointStrand(
                strand,
                ends.server(),
                new MeasuredPart(strand.recorder(), CLOCK, () -> 0, () -> Mark.UNKNOWN_CPU),
                new CompilerRest(CLOCK, () -> 0, 0));
        client = stream.client(ends.client(), SIZE_BYTES, sent, CLOCK);
        ends.client().whenStarved(this::serveAll);
    }

    private void serveAll() throws IOException {
        while (!ends.client().underway().isEmpty()) {
            served.add(joint.serve(SIZE_BYTES));
        }
    }

    private void warmUpAndMeasure() throws IOException {
        joint.warmUp();
        client.batch(5, part, 0);
        client.batch(1, part, 0);
        joint.measure(CLOCK.nanos());
        client.batch(7, part, 0);
        joint.report();
    }

    @Test
    void lastMessageOfTheWarmUpAndOfTheMeasuredBatchEndsItsStage() throws IOException {
        warmUpAndMeasure();

        assertThat(served)
                .containsExactly(
                        false, false, false, false, false, true, false, false, false, false, false, false, true);
        assertThat(strand.measurement().messages()).isEqualTo(7);
        assertThat(strand.circumstances().warmUp().messages()).isEqualTo(6);
        assertThat(strand.circumstances().marks()).isNotEmpty();
    }

    @Test
    void clientMayCloseWhileOthersAreServedButNotGoOn() throws IOException {
        warmUpAndMeasure();

        assertThat(joint.serve(SIZE_BYTES)).isFalse();
        client.step();
        assertThatIOException()
                .isThrownBy(() -> joint.serve(SIZE_BYTES))
                .withMessageContaining("sends on after its last message");
    }
}
