package org.ipcbench.cli.terminal;

import org.ipcbench.environment.SuiteVersion;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}. */
public final class SuiteVersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"ipcbench " + SuiteVersion.current()};
    }
}
