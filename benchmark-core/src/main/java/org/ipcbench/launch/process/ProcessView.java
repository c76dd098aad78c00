package org.ipcbench.launch.process;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.kernel.KernelFile;

/** What the launcher sees of a process without asking it, so that the process has nothing to do for it. */
interface ProcessView {
    /** Whether the process is stopped at this moment; never on systems that do not tell. */
    boolean isStopped();

    /** The number of messages that the process has counted; empty if it counts none. */
    OptionalLong messages();

    /**
     * The view of a running process.
     *
     * @param controlSocket the socket of its control link
     */
    static ProcessView of(long pid, Path controlSocket) {
        return new OfKernel(
                new KernelFile(Path.of("/proc", Long.toString(pid), "stat")), ProgressPage.beside(controlSocket));
    }

    /**
     * A view through the kernel's files.
     *
     * @param stat the process's state
     * @param page the process's counts
     */
    record OfKernel(KernelFile stat, Path page) implements ProcessView {
        /** States of a process that was stopped by a signal, or by a debugger. */
        private static final String STOPPED = "Tt";

        /** The state follows the name, which may contain any characters, in parentheses. */
        @Override
        public boolean isStopped() {
            String text = stat.text().orElse("");
            int state = text.lastIndexOf(')') + 2;
            return state > 1 && state < text.length() && STOPPED.indexOf(text.charAt(state)) >= 0;
        }

        @Override
        public OptionalLong messages() {
            return ProgressPage.sum(page);
        }
    }
}
