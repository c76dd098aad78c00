package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.pipe.PipeEnds.Carrying;
import org.jspecify.annotations.Nullable;

/** Two named pipes, one for each direction, made in the scratch directory and unlinked once connected. */
public final class FifoTransport implements Transport {
    static final String TO_SERVER = "to-server.fifo";
    static final String TO_CLIENT = "to-client.fifo";

    /** What the kernel writes as a whole, and one read takes as a whole (PIPE_BUF), is a message for one of several processes. */
    private static final int ATOMIC_BYTES = 4096;

    /** One for each direction. */
    private static final int FIFOS = 2;

    private final PipeCalls calls;

    public FifoTransport() {
        this(PipeCalls.JDK);
    }

    FifoTransport(PipeCalls calls) {
        this.calls = calls;
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "fifo", "two named pipes (FIFOs)", "Fifo (Named Pipe)", Set.of("classic", "pipes", "standard"), 20);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream()
                .with(Trait.MANY_CLIENTS, Trait.DUPLEX, Trait.SPLIT_WRITES, Trait.SHARED_REQUESTS)
                .withBuffer(PipeCapacity.DESCRIPTION);
    }

    @Override
    public Availability availability() {
        boolean found = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "mkfifo")));
        return found
                ? Availability.available()
                : Availability.unavailable("the command mkfifo is missing", "install coreutils");
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        PipeCapacity.requireGrantable(bufferBytes, connections);
        return Needs.ofConnections(connections, FIFOS);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new FifoListener(session, calls);
    }

    @Override
    public Optional<String> lackForWorkers(Workers workers, int messageBytes) {
        if (workers.byPort()) {
            return Optional.of("has no port; omit :reuseport");
        }
        return messageBytes > ATOMIC_BYTES
                ? Optional.of("%d bytes exceed the %d (PIPE_BUF) that one of several readers certainly gets as a whole"
                        .formatted(messageBytes, ATOMIC_BYTES))
                : Optional.empty();
    }

    @Override
    public Listener listenAmong(Session session, String ticket) throws IOException {
        return session.all().isFirst()
                ? new FifoListener(session, calls)
                : new FifoListener(session, calls, Path.of(ticket));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        Path directory = Path.of(address);
        try (Fifo toServer = Fifo.at(directory.resolve(session.nameOf(TO_SERVER)));
                Fifo toClient = Fifo.at(directory.resolve(session.nameOf(TO_CLIENT)))) {
            PipeEnd source = toClient.openForReading(calls);
            return PipeEnds.proveToServer(source, () -> toServer.openForWriting(calls), session, Carrying.MESSAGES);
        }
    }

    /** Holds both FIFOs while the server waits for its client. */
    private static final class FifoListener implements Listener {
        private final Session session;
        private final PipeCalls calls;
        private final Path directory;
        private final Fifo toServer;
        private final Fifo toClient;

        /** The ends of a further process, open before the first one removes the names; null in the first one. */
        private final @Nullable PipeEnd source;

        private final @Nullable PipeEnd sink;

        /** Shares the FIFOs of another process in this directory. */
        FifoListener(Session session, PipeCalls calls, Path directory) throws IOException {
            this.session = session;
            this.calls = calls;
            this.directory = directory;
            try (CloseOnFailure opened = new CloseOnFailure()) {
                toServer = Fifo.at(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
                opened.add(toServer);
                toClient = Fifo.at(directory.resolve(session.nameOf(FifoTransport.TO_CLIENT)));
                opened.add(toClient);
                source = toServer.openForReading(calls);
                opened.add(source);
                sink = toClient.openForWriting(calls);
                opened.release();
            }
        }

        FifoListener(Session session, PipeCalls calls) throws IOException {
            source = null;
            sink = null;
            this.session = session;
            this.calls = calls;
            directory = session.scratchDirectory();
            toServer = Fifo.make(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
            try {
                toClient = Fifo.make(directory.resolve(session.nameOf(FifoTransport.TO_CLIENT)));
            } catch (IOException e) {
                toServer.close();
                Files.deleteIfExists(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
                throw e;
            }
        }

        @Override
        public String address() {
            return directory.toString();
        }

        @Override
        public Channel accept() throws IOException {
            PipeEnd from = source == null ? toServer.openForReading(calls) : source;
            PipeEnd to = sink;
            return PipeEnds.verifyClient(
                    from, () -> to == null ? toClient.openForWriting(calls) : to, session, Carrying.MESSAGES);
        }

        @Override
        public void close() throws IOException {
            try (toServer;
                    toClient) {
                if (source == null) { // else the first process opens its ends later
                    Files.deleteIfExists(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
                    Files.deleteIfExists(directory.resolve(session.nameOf(FifoTransport.TO_CLIENT)));
                }
            }
        }
    }

    /**
     * One named pipe, opened for both reading and writing, so that neither side waits for the other while opening its end. This
     * object keeps the pipe alive, and is closed after both sides are connected.
     */
    private static final class Fifo implements Closeable {
        private static final int FILE_TYPE_MASK = 0170000;
        private static final int FILE_TYPE_FIFO = 0010000;
        private static final int MAKE_TIMEOUT_SECONDS = 10;

        private final Path path;
        private final FileChannel keeper;

        private Fifo(Path path) throws IOException {
            this.path = path;
            requireFifo(path);
            keeper = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        }

        /** Makes the named pipe, accessible only to this user. */
        static Fifo make(Path path) throws IOException {
            Process process = new ProcessBuilder("mkfifo", "-m", "600", path.toString())
                    .redirectErrorStream(true)
                    .start();
            try {
                boolean ended = process.waitFor(MAKE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
                if (!ended || process.exitValue() != 0) {
                    // read before the process is destroyed, which closes the stream
                    String reason = ended
                            ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()
                            : "no end within " + MAKE_TIMEOUT_SECONDS + " s";
                    process.destroyForcibly();
                    throw new IOException("mkfifo %s failed: %s".formatted(path, reason));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while making " + path, e);
            }
            return new Fifo(path);
        }

        /** Opens a named pipe that the other side has made. */
        static Fifo at(Path path) throws IOException {
            return new Fifo(path);
        }

        PipeEnd openForReading(PipeCalls calls) throws IOException {
            return calls.open(path, StandardOpenOption.READ);
        }

        PipeEnd openForWriting(PipeCalls calls) throws IOException {
            return calls.open(path, StandardOpenOption.WRITE);
        }

        /** Stops keeping the pipe alive; from now on each end notices when the other one closes. */
        @Override
        public void close() throws IOException {
            keeper.close();
        }

        private static void requireFifo(Path path) throws IOException {
            int mode = (int) Files.getAttribute(path, "unix:mode");
            if ((mode & FILE_TYPE_MASK) != FILE_TYPE_FIFO) {
                throw new IOException("%s is not a FIFO, its mode is %o".formatted(path, mode));
            }
        }
    }

    /** The named pipes of {@link FifoTransport} without the JDK between messages and kernel. */
    public static final class Native extends NativeSibling {
        public Native() {
            super(new FifoTransport(PipeCalls.NATIVE), "Fifo (native calls)");
        }
    }
}
