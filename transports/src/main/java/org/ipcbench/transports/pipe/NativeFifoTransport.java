package org.ipcbench.transports.pipe;

/** The named pipes of {@link FifoTransport} without the JDK between messages and kernel. */
public final class NativeFifoTransport extends NativeSibling {
    public NativeFifoTransport() {
        super(new FifoTransport(PipeCalls.NATIVE), "Fifo (native calls)");
    }
}
