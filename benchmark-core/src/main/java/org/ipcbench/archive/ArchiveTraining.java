package org.ipcbench.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.resource.Grants;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes that peers load, in a JVM that writes its classes to an archive when it ends. Both peers of
 * a very short iteration run as threads: round trips over every transport, and streams over two of them.
 */
public final class ArchiveTraining {
    private static final Extent BRIEF = new Extent.Period(1_000_000);
    private static final int SIZE_BYTES = 64;
    private static final Workload ROUND_TRIPS = new PingPong(BRIEF, SIZE_BYTES);
    private static final Workload STREAM = new MessageStream(BRIEF, SIZE_BYTES);

    private static final long WARM_UP_NANOS = 1;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /**
     * Code runs once here, so optimizing it only keeps the training waiting: peers wait for their compilers before each
     * measured part.
     */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Longer than any wait of a session. */
    private static final Duration JOIN_TIMEOUT = TIMEOUT.multipliedBy(2);

    private static final Duration CLEAN_UP_TIMEOUT = Duration.ofSeconds(60);

    private final Path scratchDirectory;
    private final TransportRegistry registry;

    private ArchiveTraining(Path scratchDirectory, TransportRegistry registry) {
        this.scratchDirectory = scratchDirectory;
        this.registry = registry;
    }

    /**
     * The command of the JVM that loads the classes of this launcher's peers. The flags are the peers' flags, so that
     * peers can use the archive.
     *
     * @param archiveArguments JVM arguments with the path of the archive
     * @param transports the transports to load
     */
    static LaunchCommand command(
            PeerSettings settings, List<String> archiveArguments, List<Transport> transports, Path scratchDirectory) {
        List<String> arguments = Stream.of(
                        Stream.of(ONE_COMPILER),
                        archiveArguments.stream(),
                        transports.stream()
                                .flatMap(transport -> transport.jvmArguments().stream())
                                .distinct())
                .flatMap(each -> each)
                .toList();
        return new LaunchCommand(
                settings.jvm(),
                List.of(),
                PeerMemory.forMessages(Traits.blockingStream(), 1),
                settings.classPath(),
                Optional.empty(),
                arguments,
                List.of(),
                ArchiveTraining.class.getName(),
                scratchDirectory.resolve("training"),
                Role.SERVER,
                false,
                Prefix.NONE);
    }

    /**
     * Started by the launcher.
     *
     * @param arguments a path in the scratch directory
     */
    public static void main(String[] arguments) throws InterruptedException {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // files, paths and addresses have ASCII digits
        System.setOut(System.err);
        ArchiveTraining training =
                new ArchiveTraining(ScratchDirectory.holding(Path.of(arguments[0])), TransportRegistry.load());
        Thread watch = new Thread(training::endWithLauncher, "launcher");
        watch.setDaemon(true);
        watch.start();
        training.run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        Grants grants = new Grants();
        Set<Boolean> streamed = new HashSet<>();
        for (Transport transport : registry.all()) {
            if (!isTrainable(transport, grants)) {
                continue;
            }
            rehearseIfPossible(transport, ROUND_TRIPS);
            if (streamed.add(transport.traits().lossy())) { // streams that may lose messages have other halves
                rehearseIfPossible(transport, STREAM);
            }
        }
    }

    private void rehearseIfPossible(Transport transport, Workload workload) throws InterruptedException {
        try {
            rehearse(transport, workload);
        } catch (IOException | RuntimeException e) {
            System.err.println(transport.id() + " is not in the archive: " + e);
        }
    }

    /** Whether the peers can be threads of this JVM. */
    private static boolean isTrainable(Transport transport, Grants grants) {
        Traits traits = transport.traits();
        return !(grants.to(transport) instanceof Unavailable) && !traits.ownsStandardStreams();
    }

    private void rehearse(Transport transport, Workload workload) throws IOException, InterruptedException {
        Session session = new Session(scratchDirectory, Token.random(), SIZE_BYTES, 0, TIMEOUT);
        List<String> addresses = List.of(""); // both halves in one process need no server
        try (@Nullable PeerThread auxiliary = transport.auxiliary().isPresent() ? start(Role.AUXILIARY) : null;
                @Nullable PeerThread server = transport.traits().hasServerPeer() ? start(Role.SERVER) : null;
                PeerThread client = start(Role.CLIENT)) {
            if (auxiliary != null) {
                auxiliary.assign(new Assign(transport.id(), workload, session, ConnectionShare.NONE, 0));
                auxiliary.ready();
            }
            if (server != null) {
                server.play(assign(transport, workload, session, ConnectionShare.SERVER_OF_ONE));
                addresses = server.ready().addresses();
            }
            client.play(assign(transport, workload, session, ConnectionShare.ofClient(0, addresses)));
            client.join(JOIN_TIMEOUT);
            if (server != null) {
                server.join(JOIN_TIMEOUT);
            }
            if (auxiliary != null) {
                auxiliary.stop();
                auxiliary.join(JOIN_TIMEOUT);
            }
        }
    }

    private static Assign assign(Transport transport, Workload workload, Session session, ConnectionShare share) {
        return new Assign(transport.id(), workload, session, share, WARM_UP_NANOS);
    }

    private PeerThread start(Role role) throws IOException {
        return new PeerThread(role, scratchDirectory, registry);
    }

    /** Ends this JVM with its launcher, which keeps this JVM's standard input open as long as the launcher lives. */
    private void endWithLauncher() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream()); // nothing is ever sent
            Thread deletion = new Thread(this::delete, "deletion");
            deletion.setDaemon(true);
            deletion.start();
            deletion.join(CLEAN_UP_TIMEOUT.toMillis()); // a file system or a plugin may hang
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-KILL", self).start().waitFor(); // halting would write the archive first
        } catch (IOException | InterruptedException e) {
            System.err.println("cannot end without launcher: " + e.getMessage());
        } finally {
            Runtime.getRuntime().halt(PeerInvocation.LAUNCHER_IS_GONE);
        }
    }

    private void delete() {
        try {
            ScratchDirectory.delete(scratchDirectory, registry.all());
        } catch (IOException e) {
            System.err.println("left over: " + scratchDirectory + ": " + e.getMessage());
        }
    }
}
