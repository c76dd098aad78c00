package org.ipcbench.launch;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.PlacingCommands;

/** Keeps this process off the CPUs of measuring threads, until it is closed. */
record LauncherPlace(PlacingCommands commands, Optional<CpuSet> home) implements Closeable {
    /** Where a process is that was not moved. */
    static LauncherPlace unmoved(PlacingCommands commands) {
        return new LauncherPlace(commands, Optional.empty());
    }

    /** Moves this process, if that is of use. */
    static LauncherPlace beside(Placement placement, Pinning pinning, PlacingCommands commands) throws IOException {
        Optional<CpuSet> aside = pinning.aside(placement);
        if (aside.isPresent()) {
            commands.moveAll(ProcessHandle.current().pid(), aside.get());
        }
        return new LauncherPlace(commands, aside.map(cpus -> pinning.allowed()));
    }

    /** Moves this process back: other cells and their JVMs may use all CPUs. */
    @Override
    public void close() throws IOException {
        if (home.isPresent()) {
            commands.moveAll(ProcessHandle.current().pid(), home.get());
        }
    }
}
