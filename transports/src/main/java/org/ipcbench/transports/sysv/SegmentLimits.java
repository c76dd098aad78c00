package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.shared.KernelSetting;
import org.ipcbench.transports.shared.RingGeometry;

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
        return MAX_SEGMENT.availability("System V shared memory", "CONFIG_SYSVIPC", () -> CallFilter.isPossible(OPEN));
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
            case ENFILE -> "; all processes together have too many files open: close some, or sysctl -w fs.file-max=N";
            case EACCES, EPERM -> "; a security policy forbids it, such as a container's profile: allow shmget there";
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
