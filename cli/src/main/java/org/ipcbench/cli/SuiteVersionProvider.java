package org.ipcbench.cli;

import org.ipcbench.environment.SuiteVersion;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}. */
final class SuiteVersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"ipc-benchmarktest " + SuiteVersion.current()};
    }
}
