package org.ipcbench.transports.pipe;

/** The unnamed pipes of {@link PipeTransport} without the JDK between messages and kernel. */
public final class NativePipeTransport extends NativeSibling {
    public NativePipeTransport() {
        super(new PipeTransport(PipeCalls.NATIVE), "Pipe (native calls)");
    }
}
