package org.ipcbench.peer;

import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.CostMeter;
import org.ipcbench.peer.Stages.Stage;
import org.ipcbench.peer.Stages.Work;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.workload.Serving;

/** A thread for each connection. The calling thread lets them into each stage, waits for the last one, and meters what all cost. */
final class ThreadPerConnection implements Connections {
    private final Serving serving;
    private final List<? extends DrivenConnection> connections;
    private final Stages stages;
    private boolean settled;

    /** @param serving tells which kind of thread */
    ThreadPerConnection(Serving serving, List<? extends DrivenConnection> connections) {
        this.serving = serving;
        this.connections = List.copyOf(connections);
        stages = new Stages(connections.size());
    }

    @Override
    public List<? extends DrivenConnection> all() {
        return connections;
    }

    @Override
    public void open(Announcement begun) throws IOException, InterruptedException {
        connections.forEach(connection -> ConnectionThread.start(
                serving, "connection-" + (connection.session().connection() + 1), () -> goThroughStages(connection)));
        run(Stage.OPEN, DrivenConnection::open, begun);
    }

    @Override
    public void warmUp(long limitNanos, double sampleCostNanos) throws IOException, InterruptedException {
        run(Stage.WARM_UP, connection -> connection.warmUp(limitNanos, sampleCostNanos), Announcement.NONE);
    }

    /** Each lingers as soon as it is measured: its client may wait for the last answer while others are still measured. */
    @Override
    public void measure(Announcement begun) throws IOException, InterruptedException {
        run(Stage.MEASURE, DrivenConnection::measureApart, begun);
    }

    @Override
    public Cost cost(CostMeter meter) {
        return meter.end(0, sum(connection -> connection.part().ownCalls()))
                .measuredByOthers(sum(DrivenConnection::threadNanos), sum(DrivenConnection::waitedNanos))
                .withoutWait(sum(DrivenConnection::pacedNanos));
    }

    /** Proofs beside the messages of others would be slow, and prove little. */
    @Override
    public void settle() throws IOException, InterruptedException {
        run(Stage.SETTLE, DrivenConnection::proveClocks, Announcement.NONE);
        settled = true;
    }

    @Override
    public Throwable named(Throwable failure) {
        return failure; // the thread that failed has named it
    }

    @Override
    public void close() throws IOException {
        if (!settled) {
            return; // threads that are in use of their channels end with this process
        }
        try {
            run(Stage.CLOSE, DrivenConnection::close, Announcement.NONE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Stage stage, Work work, Announcement begun) throws IOException, InterruptedException {
        stages.begin(stage, work);
        begun.make();
        stages.awaitEnd();
    }

    @SuppressWarnings("CatchingUnchecked") // as in Peer: the launcher has to be told of every failure
    private void goThroughStages(DrivenConnection connection) {
        try (CloseOnFailure failed = new CloseOnFailure()) {
            failed.add(connection);
            for (Stage stage : Stage.values()) {
                stages.await(stage).on(connection);
                stages.end();
            }
            failed.release();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stages.fail(connection.failure(e));
        } catch (IOException | RuntimeException | Error e) {
            stages.fail(connection.failure(e));
        }
    }

    private long sum(ToLongFunction<DrivenConnection> figure) {
        return connections.stream().mapToLong(figure).sum();
    }
}
