package org.ipcbench.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.CompilationClock;
import org.ipcbench.measure.CompilerRest;
import org.ipcbench.measure.CpuClock;
import org.ipcbench.measure.MeasuredPart;
import org.ipcbench.measure.MeasuringThread;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.peer.Stages.Stage;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.JointChannels;
import org.ipcbench.transport.JointListener;

/** The one thread of a server that serves all its connections: the next one is whichever has a message. */
final class MultiplexedConnections {
    private static final int NONE = -1;

    /** As long as a batch of one connection takes in the warm-up; here those of all come by turns. */
    private static final long READINGS_APART_NANOS = 25_000_000;

    private final JointListener listener;
    private final List<Connection> strands;
    private final int messageSizeBytes;
    private final Stages stages;
    private final NanoClock clock;
    private final CompilerRest compiler;
    /** The connection being served; {@link #NONE} while the thread waits for all of them. */
    private int current = NONE;

    /** @param strands one for each connection, in their order */
    MultiplexedConnections(JointListener listener, List<Connection> strands, int messageSizeBytes, Stages stages, NanoClock clock) {
        this.listener = listener;
        this.strands = List.copyOf(strands);
        this.messageSizeBytes = messageSizeBytes;
        this.stages = stages;
        this.clock = clock;
        compiler = new CompilerRest(clock, CompilationClock.system(), READINGS_APART_NANOS);
    }

    /** What the thread does; a failure ends the stages. */
    @SuppressWarnings("CatchingUnchecked") // as in Peer: the launcher has to be told of every failure
    void run() {
        long start = clock.nanos();
        try (MeasuringThread cpu = MeasuringThread.ofCallingThread();
                JointChannels channels = accept()) {
            long connectNanos = clock.nanos() - start;
            strands.forEach(strand -> strand.connected(connectNanos));
            List<MultiplexedConnection> joined = joined(channels.channels(), cpu);
            proveClocks();
            reachAndPass(Stage.CONNECTED);
            joined.forEach(MultiplexedConnection::warmUp);
            serveOn(channels, joined, joined.size());
            reachAndPass(Stage.WARM);
            measure(channels, joined);
            for (MultiplexedConnection each : joined) {
                each.close();
            }
            reachAndPass(Stage.MEASURED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(e);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** No client comes after these. */
    private JointChannels accept() throws IOException {
        try (listener) {
            return listener.accept();
        }
    }

    private List<MultiplexedConnection> joined(List<Channel> channels, MeasuringThread cpu) throws IOException {
        List<MultiplexedConnection> joined = new ArrayList<>();
        for (int i = 0; i < strands.size(); i++) {
            Connection strand = strands.get(i);
            MeasuredPart part =
                    new MeasuredPart(strand.recorder(), clock, () -> 0, cpu); // the thread's time is nobody's
            joined.add(new MultiplexedConnection(strand, channels.get(i), part, compiler));
        }
        return joined;
    }

    private void proveClocks() {
        strands.forEach(Connection::proveClocks);
    }

    /** The thread's CPU time counts once; until the first message it waits, perhaps at full speed. */
    private void measure(JointChannels channels, List<MultiplexedConnection> joined) throws IOException {
        CpuClock cpuClock = CpuClock.ofCallingThread();
        long cpuBefore = cpuClock.nanos();
        long start = clock.nanos();
        joined.forEach(each -> each.measure(start));
        current = next(channels);
        long waitedNanos = cpuClock.nanos() - cpuBefore;
        boolean ended = joined.get(current).serve(messageSizeBytes);
        serveOn(channels, joined, joined.size() - (ended ? 1 : 0));
        long servedNanos = cpuClock.nanos() - cpuBefore;
        current = NONE;
        proveClocks();
        joined.forEach(MultiplexedConnection::report);
        long threadNanos = cpuClock.nanos() - cpuBefore;
        strands.get(0).charge(threadNanos, waitedNanos + threadNanos - servedNanos); // proofs are no message's cost
    }

    /** Until this number of connections has come to the end of the stage. */
    private void serveOn(JointChannels channels, List<MultiplexedConnection> joined, int connections) throws IOException {
        int left = connections;
        while (left > 0) {
            current = next(channels);
            if (joined.get(current).serve(messageSizeBytes)) {
                left--;
            }
        }
    }

    /** Waits for a message of any connection; a failure meanwhile is that of none. */
    private int next(JointChannels channels) throws IOException {
        current = NONE;
        return channels.next(messageSizeBytes);
    }

    /** This thread stands for all of them. */
    private void reachAndPass(Stage stage) throws InterruptedException {
        strands.forEach(strand -> stages.reach(stage));
        stages.pass(stage);
    }

    private void fail(Throwable cause) {
        if (current == NONE) {
            stages.fail(new IOException("serving %d connections by one thread".formatted(strands.size()), cause));
        } else {
            strands.get(current).fail(cause);
        }
    }
}
