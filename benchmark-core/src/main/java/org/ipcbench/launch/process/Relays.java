package org.ipcbench.launch.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.launch.command.Relay;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;

/**
 * The relays between the clients and the server of one assignment: as many as hops for each address at which the server listens, started in the
 * direction of the clients. Each runs on the CPUs of the peer that it is nearer to, one in the middle on the client's: where the kernel places two on two CPUs, a message may change
 * between them three times instead of once, and each change is a wake-up of a sleeping CPU.
 */
public final class Relays implements AutoCloseable {
    /** Nobody is between clients and server. */
    public static final Relays NONE = new Relays(List.of(), Map.of());

    /** A program listens within this time after its start, even if it is a JVM on a busy machine. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

    /** A scratch directory leaves room for names of 24 bytes, and HAProxy appends its process and another ending first. */
    private static final String SOCKET = "r%d-%d";

    private static final long LOOK_MILLIS = 2;

    /** The output of a process that lives on does not end. */
    private static final Duration STREAMS_STAY_OPEN = Duration.ofMillis(1);

    private final List<CommandProcess> running;
    /** Where clients connect, by the server's address. */
    private final Map<String, String> entrances;

    private Relays(List<CommandProcess> running, Map<String, String> entrances) {
        this.running = List.copyOf(running);
        this.entrances = Map.copyOf(entrances);
    }

    /**
     * Starts relays to these addresses, and waits until they listen.
     *
     * @throws IterationFailedException if one ends or does not listen; the message has its last words
     */
    static Relays start(Relay relay, List<String> addresses, Placement placement, Path scratchDirectory)
            throws IterationFailedException, InterruptedException, IOException {
        if (!relay.isAsked()) {
            return NONE;
        }
        List<CommandProcess> running = new ArrayList<>();
        Map<String, String> entrances = new HashMap<>();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            for (String address : addresses.stream().distinct().toList()) {
                String out = address;
                for (int hop = relay.hops(); hop > 0; hop--) {
                    String file = "relay-%d-%d".formatted(entrances.size() + 1, hop);
                    String in = Relay.isPath(address)
                            ? scratchDirectory
                                    .resolve(SOCKET.formatted(entrances.size() + 1, hop))
                                    .toString()
                            : freePort();
                    if (Relay.isPath(in)) {
                        Files.deleteIfExists(Path.of(in)); // of the session before, whose relay was told to end
                    }
                    List<String> words = relay.words(in, out, scratchDirectory.resolve(file + ".conf"));
                    CommandProcess started = CommandProcess.start(
                            "relay '%s'".formatted(relay.label()),
                            file,
                            new ProcessBuilder(words).directory(scratchDirectory.toFile()),
                            placement
                                    .place(hop * 2 <= relay.hops() + 1 ? Role.CLIENT : Role.SERVER)
                                    .map(Placement.Place::cpus),
                            scratchDirectory);
                    opened.add(started::close);
                    running.add(started);
                    awaitListening(relay, started, in);
                    out = in;
                }
                entrances.put(address, out);
            }
            opened.release();
        }
        return new Relays(running, entrances);
    }

    /** A relay cannot tell a port that it chooses: this one was free a moment ago. */
    private static String freePort() throws IOException {
        try (ServerSocket any = new ServerSocket()) {
            any.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return Integer.toString(any.getLocalPort());
        }
    }

    /** A connection would tell, too, but a relay may serve only one. */
    private static void awaitListening(Relay relay, CommandProcess started, String in)
            throws IterationFailedException, InterruptedException {
        long begin = System.nanoTime();
        while (!isListening(in)) {
            Optional<String> end = started.end();
            if (end.isPresent()) {
                throw new IterationFailedException(end.get() + "; it has not listened at " + in);
            }
            if (System.nanoTime() - begin > START_TIMEOUT.toNanos()) {
                throw new IterationFailedException("the relay '%s' does not listen at %s after %d s%s"
                        .formatted(relay.label(), in, START_TIMEOUT.toSeconds(), started.lastWords(STREAMS_STAY_OPEN)));
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private static boolean isListening(String address) {
        return Relay.isPath(address)
                ? Listening.UNIX.has(address)
                : Listening.TCP.has(":%04X".formatted(Integer.parseInt(address)))
                        || Listening.TCP6.has(":%04X".formatted(Integer.parseInt(address)));
    }

    /** The addresses at which clients connect, in the order of the server's. */
    public List<String> entrances(List<String> addresses) {
        return addresses.stream()
                .map(address -> entrances.getOrDefault(address, address))
                .toList();
    }

    /** Reads the CPU time of each relay. */
    public List<CommandProcess.Reading> read() {
        return running.stream().map(CommandProcess::read).toList();
    }

    /**
     * The CPU time between two readings.
     *
     * @return nanoseconds; 0 without relays, NaN if a process has ended whose time is lost with it
     */
    public static double nanosSince(List<CommandProcess.Reading> before, List<CommandProcess.Reading> now) {
        return IntStream.range(0, now.size())
                .mapToDouble(i -> now.get(i).since(before.get(i))
                        * (now.get(i).nanos() - before.get(i).nanos()))
                .sum();
    }

    /** How the first relay that has ended did so; empty if none has. */
    public Optional<String> end() throws InterruptedException {
        for (CommandProcess each : running) {
            Optional<String> end = each.end();
            if (end.isPresent()) {
                return end;
            }
        }
        return Optional.empty();
    }

    /** What they have written to their standard error, ready to be appended to a message; may be empty. */
    String lastWords() throws InterruptedException {
        StringBuilder all = new StringBuilder();
        for (CommandProcess each : running) {
            String words = each.lastWords(STREAMS_STAY_OPEN);
            all.append(words.isEmpty() ? "" : "; relay" + words.substring(1));
        }
        return all.toString();
    }

    /** Tells all to end, without waiting. */
    void kill() {
        running.forEach(CommandProcess::kill);
    }

    /** Ends all; afterwards they have ended. */
    @Override
    public void close() throws IOException {
        try (CloseOnFailure closing = new CloseOnFailure()) { // closes all, the latest first
            running.forEach(each -> closing.add(each::close));
            kill();
        }
    }

    /** The kernel's tables of sockets in this network namespace. */
    private enum Listening {
        /** A program may bind another name first and then rename the file, as HAProxy does: {@code PATH.PID.tmp}. */
        UNIX("/proc/net/unix") {
            @Override
            boolean listens(String[] fields, String address) {
                return fields.length > UNIX_PATH
                        && fields[UNIX_FLAGS].equals(UNIX_ACCEPTS)
                        && fields[UNIX_PATH].startsWith(address)
                        && Files.exists(Path.of(address));
            }
        },
        TCP("/proc/net/tcp"),
        TCP6("/proc/net/tcp6");

        private static final int UNIX_FLAGS = 3;
        private static final int UNIX_PATH = 7;
        private static final String UNIX_ACCEPTS = "00010000";
        private static final int TCP_LOCAL = 1;
        private static final int TCP_STATE = 3;
        private static final String TCP_LISTEN = "0A";

        private final String table;

        Listening(String file) {
            table = file;
        }

        boolean has(String address) {
            try {
                return new KernelFile(Path.of(table))
                        .wholeText().stream()
                                .flatMap(String::lines)
                                .anyMatch(line -> listens(line.strip().split("\\s+", UNIX_PATH + 1), address));
            } catch (IOException e) {
                return false; // no descriptor is left, which the next step tells
            }
        }

        boolean listens(String[] fields, String address) {
            return fields.length > TCP_STATE
                    && fields[TCP_STATE].equals(TCP_LISTEN)
                    && fields[TCP_LOCAL].endsWith(address);
        }
    }
}
