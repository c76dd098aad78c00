package org.ipcbench.peer;

import java.io.IOException;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.result.Cost;

/**
 * The only connection of a peer. The calling thread takes it through its stages and meters what it costs, so that from the launcher's
 * Go to the end of the measured part no thread waits for another one of this process.
 */
record SingleConnection(DrivenConnection connection) implements Connections {
    @Override
    public List<DrivenConnection> all() {
        return List.of(connection);
    }

    @Override
    public void open(Announcement begun) throws IOException {
        begun.make();
        connection.open();
    }

    @Override
    public void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
        connection.warmUp(limitNanos, sampleCost);
    }

    @Override
    public void measure(Announcement begun) throws IOException {
        begun.make();
        connection.measure();
    }

    @Override
    public Cost cost(CostMeter meter) {
        return meter.end(connection.part().cpuNanos(), connection.part().overheadCalls())
                .withoutWait(connection.pacedNanos());
    }

    @Override
    public void settle() throws IOException {
        connection.linger(); // not earlier: it is no part of the cost
        connection.proveClocks();
    }

    /** The only connection of this peer may still be one of several connections of the server. */
    @Override
    public Throwable named(Throwable failure) {
        return connection.session().connections() == 1 ? failure : connection.failure(failure);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
