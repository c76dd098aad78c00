package org.ipcbench.transports.sysv;

import java.io.IOException;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.ring.RingGeometry;
import org.ipcbench.transports.session.KernelSetting;

/**
 * What the kernel allows of shared memory.
 *
 * @param largestBytes one segment
 * @param allPages all segments together
 */
record SegmentLimits(long largestBytes, long allPages) {
    private static final KernelSetting LARGEST = new KernelSetting("kernel.shmmax");
    private static final KernelSetting ALL = new KernelSetting("kernel.shmall");
    private static final KernelSetting SEGMENTS = new KernelSetting("kernel.shmmni");
    private static final int PAGE_BYTES = 4096;

    /** Room for the largest message in either direction. */
    private static final String REMEDY = "sysctl -w kernel.shmmax=3221225472 kernel.shmall=1048576";

    static boolean areKnown() {
        return LARGEST.exists();
    }

    static SegmentLimits ofRunningKernel() {
        return new SegmentLimits(LARGEST.value(), ALL.value());
    }

    /** A message has to fit once into a ring for each direction. */
    SizeLimit sizeLimit() {
        long largest = RingGeometry.largestMessage(largestRing());
        return SizeLimit.NONE.maximumBytes() <= largest
                ? SizeLimit.NONE
                : new SizeLimit((int) Math.max(1, largest), REMEDY);
    }

    SegmentListener listen(Session session) throws IOException {
        RingGeometry geometry = RingGeometry.of(session, largestRing());
        try {
            return SegmentListener.open(session, geometry);
        } catch (FailedCallException e) {
            throw new IOException(
                    "no shared memory of %d bytes: %s; %s".formatted(geometry.totalBytes(), e.getMessage(), remedy(e)),
                    e);
        }
    }

    private static String remedy(FailedCallException failure) {
        return switch (failure.errno()) {
            case EINVAL, ENOSPC ->
                "%s, %s (pages), %s: give a smaller --buffer, remove segments (ipcs -m), or %s"
                        .formatted(LARGEST, ALL, SEGMENTS, REMEDY);
            default -> "give a smaller --buffer";
        };
    }

    private long largestRing() {
        long pages = Math.min(allPages, Long.MAX_VALUE / PAGE_BYTES);
        return RingGeometry.largestRing(Math.min(largestBytes, pages * PAGE_BYTES));
    }
}
