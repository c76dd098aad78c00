package org.ipcbench.peer;

import java.io.IOException;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.meter.CompilerThreads;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.peer.ThreadPerConnection.ConnectionThreads;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.WarmUp;

/** A connection with a dedicated thread, which takes the connection through all stages. */
abstract class DrivenConnection extends Connection {
    private final ChannelOpener opener;
    private CpuClock cpuClock = () -> 0;
    private long threadNanos;

    /** Opens the channel. */
    @FunctionalInterface
    interface ChannelOpener {
        /**
         * Returns the open channel.
         *
         * @param opened closes the channel later; the channel has to be added to it
         */
        Channel open(CloseOnFailure opened) throws IOException;
    }

    DrivenConnection(Given given, List<Recorder> recorders, ChannelOpener opener) {
        super(given, recorders);
        this.opener = opener;
    }

    final void open() throws IOException {
        boolean virtual = ConnectionThreads.isVirtual();
        MeasuringThread thread = virtual ? () -> Mark.UNKNOWN_CPU : MeasuringThread.ofCallingThread();
        opened().add(thread);
        cpuClock = virtual ? cpuClock : CpuClock.ofCallingThread();
        long start = clock().nanos();
        Channel channel = opener.open(opened());
        long nanos = clock().nanos() - start;
        begin(channel, nanos, timer(cpuClock, thread));
    }

    /** See {@link Connections#warmUp}. */
    abstract void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException;

    final WarmUp warmUp() {
        return new WarmUp(clock(), CompilerThreads.system(), part());
    }

    /** Runs the measured batch. */
    abstract void measure() throws IOException;

    /** For a short time, answers a client that has not received the last answer. */
    abstract void linger() throws IOException;

    /** Measures and lingers while another thread of the peer meters the cost. */
    final void measureApart() throws IOException {
        long before = cpuClock.nanos();
        measure();
        linger();
        threadNanos = cpuClock.nanos() - before;
    }

    /** CPU time of the thread in {@link #measureApart}, in nanoseconds. */
    final long threadNanos() {
        return threadNanos;
    }

    /** The part of {@link #threadNanos} that was not spent on messages, in nanoseconds. */
    final long waitedNanos() {
        return Math.max(0, threadNanos - part().cpuNanos());
    }
}
