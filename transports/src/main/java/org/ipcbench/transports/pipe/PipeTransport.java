package org.ipcbench.transports.pipe;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.pipe.PipeEnds.Carrying;

/**
 * Two unnamed pipes: the standard input and output of the server. The client opens the other ends through the server's
 * entry in {@code /proc}, so that the two processes share the pipes without a process between them.
 */
public final class PipeTransport implements StandardStreams {
    private static final Path PROCESSES = Path.of("/proc");
    private static final String SELF = "self";
    private static final String STANDARD_INPUT = "0";
    private static final String STANDARD_OUTPUT = "1";

    private final PipeCalls calls;

    public PipeTransport() {
        this(PipeCalls.JDK);
    }

    PipeTransport(PipeCalls calls) {
        this.calls = calls;
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "pipe",
                "unnamed pipes: the server's standard input and output",
                "Pipe",
                Set.of("classic", "pipes", "standard"),
                40);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.OWNS_STANDARD_STREAMS,
                        Trait.DUPLEX,
                        Trait.SPLIT_WRITES)
                .withBuffer(PipeCapacity.DESCRIPTION);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        PipeCapacity.requireGrantable(bufferBytes, connections);
        return Needs.NOTHING;
    }

    @Override
    public Availability availability() {
        return Files.isDirectory(PROCESSES.resolve("self/fd"))
                ? Availability.available()
                : Availability.unavailable(
                        "a process cannot open another one's pipes without /proc", "run on Linux with /proc mounted");
    }

    @Override
    public Listener listen(Session session) {
        return new OwnStreams(session, calls, Carrying.MESSAGES);
    }

    @Override
    public Listener listen(Session session, AuthenticatedStream stream) {
        return new OwnStreams(session, calls, Carrying.bytes(stream));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return connect(session, address, Carrying.MESSAGES);
    }

    @Override
    public Channel connect(Session session, String address, AuthenticatedStream stream) throws IOException {
        return connect(session, address, Carrying.bytes(stream));
    }

    private Channel connect(Session session, String address, Carrying carrying) throws IOException {
        PipeEnd source = calls.open(descriptor(address, STANDARD_OUTPUT), StandardOpenOption.READ);
        return PipeEnds.proveToServer(
                source,
                () -> calls.open(descriptor(address, STANDARD_INPUT), StandardOpenOption.WRITE),
                session,
                carrying);
    }

    private static Path descriptor(String process, String number) {
        return PROCESSES.resolve(process).resolve("fd").resolve(number);
    }

    /** The server's standard streams; its address is its process id. */
    private record OwnStreams(Session session, PipeCalls calls, Carrying carrying) implements Listener {
        @Override
        public String address() {
            return Long.toString(ProcessHandle.current().pid());
        }

        @Override
        @SuppressWarnings("resource") // the channels close the streams, and the accepted channel closes the channels
        public Channel accept() throws IOException {
            FileChannel input = new FileInputStream(FileDescriptor.in).getChannel();
            FileChannel output = new FileOutputStream(FileDescriptor.out).getChannel();
            PipeEnd source = calls.end(input, descriptor(SELF, STANDARD_INPUT), StandardOpenOption.READ);
            return PipeEnds.verifyClient(
                    source,
                    () -> calls.end(output, descriptor(SELF, STANDARD_OUTPUT), StandardOpenOption.WRITE),
                    session,
                    carrying);
        }

        @Override
        public void close() {
            // the streams exist since the process started and are closed with the channel
        }
    }

    /** The unnamed pipes of {@link PipeTransport} without the JDK between messages and kernel. */
    public static final class Native extends NativeSibling {
        public Native() {
            super(new PipeTransport(PipeCalls.NATIVE), "Pipe (native calls)");
        }
    }
}
