package org.ipcbench.transports.inprocess;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.inprocess.HandoffChannel.Handoff;
import org.ipcbench.transports.inprocess.HandoffChannel.Memory;
import org.ipcbench.transports.inprocess.HandoffChannel.Parcel;
import org.jspecify.annotations.Nullable;

/**
 * Two threads of one JVM with an {@link Exchanger} in each direction: a sender waits for its receiver, and they swap a full buffer for an
 * empty one.
 */
public final class HandoffExchangeTransport extends OneProcessTransport {
    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "handoff-exchange",
                "an exchanger between two threads of one JVM",
                "Handoff (Exchanger)",
                Set.of("threads"),
                981);
    }

    @Override
    public Traits traits() {
        return HandoffChannel.TRAITS;
    }

    /** A message is under way only while its sender waits. */
    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(1);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return 0;
    }

    @Override
    Ends connection(int maxMessageBytes) {
        Room room = new Room(0, 0, OptionalLong.of(1));
        Handoff toServer = new Swap(maxMessageBytes);
        Handoff toClient = new Swap(maxMessageBytes);
        return new Ends(new HandoffChannel(toServer, toClient, room), new HandoffChannel(toClient, toServer, room));
    }

    /** Two parcels: one at the giver and one at the taker. */
    private static final class Swap implements Handoff {
        /** A thread that waits notices after this time that the other one has closed. */
        private static final long LOOK_MILLIS = 50;

        private final Exchanger<Parcel> exchanger = new Exchanger<>();
        private final Memory memory;
        private Parcel full;
        private Parcel empty;
        private volatile boolean closed;

        Swap(int maxMessageBytes) {
            memory = new Memory(2, maxMessageBytes);
            full = memory.parcel(0);
            empty = memory.parcel(1);
        }

        @Override
        public Memory memory() {
            return memory;
        }

        @Override
        public Parcel next() {
            return full;
        }

        @Override
        public void give() throws InterruptedException {
            Parcel swapped = swap(full);
            full = swapped == null ? full : swapped;
        }

        @Override
        public @Nullable Parcel take() throws InterruptedException {
            Parcel swapped = swap(empty);
            empty = swapped == null ? empty : swapped;
            return swapped;
        }

        /** Returns the other side's parcel; null if that side has closed. */
        private @Nullable Parcel swap(Parcel own) throws InterruptedException {
            while (!closed) {
                try {
                    return exchanger.exchange(own, LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // looks whether the other side has closed, and waits on
                }
            }
            return null;
        }

        @Override
        public void end() {
            closed = true;
        }

        @Override
        public void refuse() {
            closed = true;
        }

        @Override
        public boolean isClosed() {
            return closed;
        }
    }
}
