package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.shared.KernelSetting;

/** What {@code --buffer} sets of a pipe, within what this user may have. */
final class PipeCapacity {
    static final String DESCRIPTION = "each pipe's capacity (F_SETPIPE_SZ), which the kernel rounds up to pages";

    private static final KernelSetting LIMIT = new KernelSetting("fs.pipe-max-size");

    /** The kernel refuses more, whoever asks. */
    private static final long MAX_BYTES = 1L << 30;

    private PipeCapacity() {}

    /** @param bytes the requested capacity; 0 leaves the kernel's */
    static void requireGrantable(int bytes) throws IOException {
        if (bytes == 0) {
            return;
        }
        if (CLibrary.availability() instanceof Unavailable lack) {
            throw new IOException("--buffer %d: only a native call sets a pipe's capacity: %s".formatted(bytes, lack));
        }
        requireWithin(bytes, LIMIT.value(), ProcessStatus.ofThisProcess().isCapable(ProcessStatus.CAP_SYS_RESOURCE));
    }

    /** @param mayExceed whether the limit is none for this user */
    static void requireWithin(int bytes, OptionalLong limit, boolean mayExceed) throws IOException {
        long most = mayExceed ? MAX_BYTES : limit.orElse(MAX_BYTES);
        if (bytes > most) {
            throw new IOException(
                    "--buffer %d: a pipe of this user has at most %d bytes (fs.pipe-max-size); raise it with: sysctl -w fs.pipe-max-size=%d"
                            .formatted(bytes, most, bytes));
        }
    }
}
