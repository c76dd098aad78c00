package org.ipcbench.launch.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.kernel.OpenFile;

/** What the launcher sees of a process without asking it, so that the process has nothing to do for it. */
interface ProcessView extends Closeable {
    /** Whether the process is stopped at this moment; never on systems that do not tell. */
    boolean isStopped();

    /** The number of messages that the process has counted; empty if it counts none. */
    OptionalLong messages();

    /** The number of messages that have arrived again, as far as the process has told. */
    default long repeated() {
        return 0;
    }

    @Override
    default void close() throws IOException {}

    /**
     * The view of a running process.
     *
     * @param controlSocket the socket of its control link
     */
    static ProcessView of(long pid, Path controlSocket) {
        return new OfKernel(
                new OpenFile(Path.of("/proc", Long.toString(pid), "stat")),
                new OpenFile(ProgressPage.beside(controlSocket)));
    }

    /**
     * A view through the kernel's files.
     *
     * @param stat the process's state
     * @param page the process's counts
     */
    record OfKernel(OpenFile stat, OpenFile page) implements ProcessView {
        /** The number of the process and its name, with parentheses, are shorter than this. */
        private static final int MAX_NAME_END = 96;

        /** The state follows the name, which may contain any characters, in parentheses. */
        @Override
        public boolean isStopped() {
            byte[] text = stat.bytes();
            int end = Math.min(text.length, MAX_NAME_END) - 1;
            while (end >= 0 && text[end] != ')') {
                end--;
            }
            int state = end + 2;
            return end >= 0 && state < text.length && isStopped(text[state]);
        }

        /** Stopped by a signal, or by a debugger. */
        private static boolean isStopped(byte state) {
            return state == 'T' || state == 't';
        }

        @Override
        public OptionalLong messages() {
            return ProgressPage.sum(page);
        }

        @Override
        public long repeated() {
            return ProgressPage.repeated(page);
        }

        @Override
        public void close() throws IOException {
            try (stat) {
                page.close();
            }
        }
    }
}
