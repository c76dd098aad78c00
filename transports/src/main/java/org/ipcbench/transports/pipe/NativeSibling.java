package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.libc.CLibrary;

/**
 * The same kernel objects as those of a transport of the JDK, read and written by {@code read(2)} and {@code write(2)}
 * themselves: the difference is what the JDK's channel costs.
 */
abstract sealed class NativeSibling implements Transport permits NativePipeTransport, NativeFifoTransport {
    private final Transport sibling;
    private final String csvName;

    /** @param sibling made to go by {@link PipeCalls#NATIVE} */
    NativeSibling(Transport sibling, String csvName) {
        this.sibling = sibling;
        this.csvName = csvName;
    }

    @Override
    public String id() {
        return sibling.id() + "-native";
    }

    @Override
    public String title() {
        return sibling.title() + ", by native calls";
    }

    @Override
    public String csvName() {
        return csvName;
    }

    @Override
    public Set<String> groups() {
        return Set.of();
    }

    @Override
    public int order() {
        return sibling.order() + 1;
    }

    @Override
    public Traits traits() {
        return sibling.traits();
    }

    @Override
    public Availability availability() {
        Availability nativeCalls = CLibrary.availability();
        return nativeCalls instanceof Availability.Available ? sibling.availability() : nativeCalls;
    }

    @Override
    public String library() {
        return CLibrary.library();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return sibling.listen(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return sibling.connect(session, address);
    }
}
