package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.shared.KernelSetting;

/** What {@code --buffer} sets of a pipe, within what this user may have. */
final class PipeCapacity {
    static final String DESCRIPTION =
            "each pipe's capacity (F_SETPIPE_SZ), which the kernel rounds up to a power of two of pages";

    private static final KernelSetting LIMIT = new KernelSetting("fs.pipe-max-size");

    /** Pages of all pipes of a user without privileges; 0 if as many as they like. */
    private static final KernelSetting PAGES = new KernelSetting("fs.pipe-user-pages-soft");

    /** One for each direction. */
    private static final int PIPES = 2;

    /** The kernel refuses more, whoever asks. */
    private static final long MAX_BYTES = 1L << 30;

    private PipeCapacity() {}

    /**
     * Refuses what the kernel would not grant.
     *
     * @param bytes the requested capacity; 0 leaves the kernel's
     * @param connections number of connections, each with a pipe for each direction
     */
    static void requireGrantable(int bytes, int connections) throws IOException {
        if (bytes == 0) {
            return;
        }
        if (CLibrary.availability() instanceof Unavailable lack) {
            throw new IOException("--buffer %d: only a native call sets a pipe's capacity: %s".formatted(bytes, lack));
        }
        ProcessStatus own = ProcessStatus.ofThisProcess();
        boolean mayExceed = own.isCapable(ProcessStatus.CAP_SYS_RESOURCE);
        requireWithin(bytes, LIMIT.value(), mayExceed);
        if (!mayExceed && !own.isCapable(ProcessStatus.CAP_SYS_ADMIN)) {
            requirePages(bytes, connections, PAGES.value());
        }
    }

    /** @param limit of the pages of all pipes; 0 if there is none */
    static void requirePages(int bytes, int connections, OptionalLong limit) throws IOException {
        int pageBytes = PageSize.bytes().orElse(bytes);
        int pagesOfPipe = Integer.highestOneBit(2 * ((bytes - 1) / pageBytes) + 1);
        long pages = (long) PIPES * connections * pagesOfPipe;
        long most = limit.orElse(0);
        if (most > 0 && pages > most) {
            throw new IOException(
                    "--buffer %d: the pipes of %d connection%s take %d pages, but those of this user have at most %d (fs.pipe-user-pages-soft);"
                                    .formatted(bytes, connections, connections == 1 ? "" : "s", pages, most)
                            + " raise it with: sysctl -w fs.pipe-user-pages-soft=%d".formatted(2 * pages));
        }
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
