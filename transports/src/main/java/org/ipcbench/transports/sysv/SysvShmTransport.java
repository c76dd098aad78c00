package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.shared.KernelSetting;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** A System V segment with a ring for each direction, guarded by mutexes and condition variables. */
public final class SysvShmTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "sysv-shm",
                "System V shared memory with mutex and condition variables",
                "System V Shared Memory",
                Set.of("shared-memory", "standard"),
                110,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.HIDES_DEATH,
                        Trait.IN_PLACE,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.IPC_NAMESPACE)
                .withBuffer("the slots of each direction in the segment")
                .withSizeLimit(SegmentLimits.ofRunningKernel().sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return SegmentLimits.ofRunningKernel().inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        SegmentLimits.ofRunningKernel().geometry(messageBytes, bufferBytes); // fails if the buffer is too small
        return Needs.NOTHING;
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(SegmentLimits::availability);
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        SysvObject.removeLeftOvers(ObjectKind.SHARED_MEMORY, scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return SegmentLimits.ofRunningKernel().listen(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        try {
            Segment segment = Segment.attach(Integer.parseInt(address));
            try {
                return connect(session, segment);
            } catch (IOException e) {
                segment.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IOException("cannot connect to segment %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private static Channel connect(Session session, Segment segment) throws IOException {
        RingAuthentication authentication = RingAuthentication.open(segment.authenticationMemory());
        Polling polling = new Polling(session.connectTimeout());
        SharedMutex oneClient = segment.clientsMutex();
        while (!oneClient.tryLock()) {
            polling.rest("the end of another client's attempt to connect");
        }
        try {
            authentication.proveToServer(session.token(), polling);
        } finally {
            oneClient.unlock();
        }
        RingGeometry geometry = authentication.geometry();
        segment.touch(geometry);
        return segment.channel(segment.toServer(geometry), segment.toClient(geometry), session);
    }

    /**
     * The kernel's limits of shared memory.
     *
     * @param largestBytes limit of one segment, in bytes
     * @param allPages limit of all segments together, in pages
     * @param pageBytes size of a page, in bytes
     */
    record SegmentLimits(long largestBytes, long allPages, long pageBytes) {
        private static final KernelSetting MAX_SEGMENT = new KernelSetting("kernel.shmmax");
        private static final KernelSetting ALL = new KernelSetting("kernel.shmall");
        private static final KernelSetting SEGMENTS = new KernelSetting("kernel.shmmni");
        private static final KernelSetting OVERCOMMIT = new KernelSetting("vm.overcommit_memory");
        private static final KernelSetting OVERCOMMIT_RATIO = new KernelSetting("vm.overcommit_ratio");

        /** The smallest there is; kernels for aarch64 may have pages of 16 or 64 KiB. */
        private static final int USUAL_PAGE_BYTES = 4096;

        /** Asks for a segment whose key nobody has, and does not make it. */
        private static final SystemCall OPEN = new SystemCall("shmget", 29, 194, 1);

        /** Space for the largest message in each direction. */
        private static final String REMEDY = "sysctl -w kernel.shmmax=3221225472 kernel.shmall=1048576";

        static Availability availability() {
            return MAX_SEGMENT.availability(
                    "System V shared memory", "CONFIG_SYSVIPC", () -> CallFilter.isPossible(OPEN));
        }

        /** The limits of the running kernel; none if they are not visible. */
        static SegmentLimits ofRunningKernel() {
            return new SegmentLimits(
                    MAX_SEGMENT.value().orElse(Long.MAX_VALUE),
                    ALL.value().orElse(Long.MAX_VALUE),
                    PageSize.bytes().orElse(USUAL_PAGE_BYTES));
        }

        /** The limit of messages: a ring for each direction has to hold one message. */
        SizeLimit sizeLimit() {
            long largest = RingGeometry.largestMessage(largestRing());
            return SizeLimit.NONE.maximumBytes() <= largest
                    ? SizeLimit.NONE
                    : new SizeLimit((int) Math.max(1, largest), REMEDY);
        }

        SegmentListener listen(Session session) throws IOException {
            RingGeometry geometry = geometry(session.maxMessageBytes(), session.bufferSizeBytes());
            try {
                return SegmentListener.open(session, geometry);
            } catch (FailedCallException e) {
                throw new IOException(
                        "no shared memory of %d bytes: %s%s"
                                .formatted(geometry.totalBytes(), e.getMessage(), remedy(e.errno())),
                        e);
            }
        }

        /** How a segment for messages of this size is divided; a buffer of 0 bytes means the usual size. */
        RingGeometry geometry(int messageBytes, int bufferBytes) throws IOException {
            return RingGeometry.of(messageBytes, bufferBytes, largestRing());
        }

        /** The remedy after a failure's message; empty if none is known. */
        static String remedy(Errno errno) {
            return switch (errno) {
                case EINVAL, ENOSPC ->
                    "; %s, %s (pages), %s: give a smaller --buffer, remove segments (ipcs -m), or %s"
                            .formatted(MAX_SEGMENT, ALL, SEGMENTS, REMEDY);
                case ENOMEM ->
                    "; %s, %s, ulimit -v: give a smaller --buffer, remove segments (ipcs -m), or sysctl -w %s=1"
                            .formatted(OVERCOMMIT, OVERCOMMIT_RATIO, OVERCOMMIT.name());
                case ENFILE ->
                    "; all processes together have too many files open: close some, or sysctl -w fs.file-max=N";
                case EACCES, EPERM ->
                    "; a security policy forbids it, such as a container's profile: allow shmget there";
                default -> "";
            };
        }

        /** How many messages a ring of this size holds; 0 bytes mean the usual size. */
        OptionalLong inFlight(int messageBytes, int bufferBytes) {
            return RingGeometry.inFlight(messageBytes, bufferBytes, largestRing());
        }

        private long largestRing() {
            long pages = Math.min(allPages, Long.MAX_VALUE / pageBytes);
            return RingGeometry.largestRing(Math.min(largestBytes, pages * pageBytes));
        }
    }

    /** The server's segment before a client has connected. */
    private static final class SegmentListener implements Listener {
        /** Tells which thread may still use the memory, which is gone after it is detached. */
        private enum Phase {
            LISTENING,
            ACCEPTING,
            /** The segment belongs to the channel. */
            ACCEPTED,
            CLOSED
        }

        private final Session session;
        private final Segment segment;
        private final RingAuthentication authentication;
        private final Channel channel;
        private Phase phase = Phase.LISTENING;

        private SegmentListener(Session session, Segment segment, RingGeometry geometry) throws IOException {
            this.session = session;
            this.segment = segment;
            GuardedRing toClient = segment.toClient(geometry);
            GuardedRing toServer = segment.toServer(geometry);
            toClient.initialise();
            toServer.initialise();
            segment.clientsMutex().initialise();
            authentication = RingAuthentication.create(segment.authenticationMemory(), geometry);
            channel = segment.channel(toClient, toServer, session);
        }

        static SegmentListener open(Session session, RingGeometry geometry) throws IOException {
            Segment segment = Segment.create(session, geometry);
            try {
                return new SegmentListener(session, segment, geometry);
            } catch (IOException e) {
                segment.close();
                throw e;
            }
        }

        @Override
        public String address() {
            return Integer.toString(segment.id());
        }

        @Override
        public Channel accept() throws IOException {
            moveTo(Phase.ACCEPTING);
            try {
                authentication.verifyClient(session.token(), new Polling(session.connectTimeout()));
            } catch (IOException e) {
                stopAccepting();
                throw e;
            }
            moveTo(Phase.ACCEPTED);
            return channel;
        }

        @Override
        public synchronized void close() throws IOException {
            Phase before = phase;
            if (before == Phase.LISTENING || before == Phase.ACCEPTING) {
                phase = Phase.CLOSED;
                authentication.end();
            }
            if (before == Phase.LISTENING) {
                segment.close(); // otherwise the accepting thread still uses it
            }
        }

        private synchronized void moveTo(Phase next) throws IOException {
            if (phase == Phase.CLOSED) {
                if (next == Phase.ACCEPTED) {
                    segment.close();
                }
                throw new ClosedChannelException();
            }
            phase = next;
        }

        private synchronized void stopAccepting() throws IOException {
            if (phase == Phase.CLOSED) {
                segment.close();
            } else {
                phase = Phase.LISTENING;
            }
        }
    }
}
