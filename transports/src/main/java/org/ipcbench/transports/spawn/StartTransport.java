package org.ipcbench.transports.spawn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;

/** Each request starts a process; subclasses differ in how. */
abstract class StartTransport implements Transport {
    static final Set<String> GROUPS = Set.of("start");

    private final TransportInfo info;
    private final Map<String, PreparedProgram> prepared = new ConcurrentHashMap<>();
    private final AtomicInteger lastAddress = new AtomicInteger();

    StartTransport(String id, String title, String csvName, int order, Library library) {
        info = new TransportInfo(id, title, csvName, GROUPS, order, library);
    }

    abstract StartingChannel channel(Session session, PreparedProgram program) throws IOException;

    @Override
    public TransportInfo info() {
        return info;
    }

    @Override
    public Traits traits() {
        return Traits.of(
                WaitStrategy.BLOCKING, Trait.STARTS_SERVER, Trait.BETWEEN_PROCESSES, Trait.REQUESTS, Trait.RECONNECTS);
    }

    /** Both need the C library, which tells what children have used. */
    @Override
    public Availability availability() {
        return CLibrary.availability();
    }

    @Override
    public Availability canStart(String program) {
        return Program.availability(program);
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) {
        PreparedProgram.endAll(scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        String address = Integer.toString(lastAddress.incrementAndGet());
        PreparedProgram program = PreparedProgram.of(address, session, () -> prepared.remove(address));
        prepared.put(address, program);
        return program;
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        PreparedProgram program = prepared.get(address);
        if (program == null) {
            throw new IOException("no program is prepared as '%s' in this JVM".formatted(address));
        }
        return program.channel(() -> channel(session, program));
    }
}
