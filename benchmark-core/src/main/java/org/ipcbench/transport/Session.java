package org.ipcbench.transport;

import com.google.gson.annotations.SerializedName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings that both peers of one measured run share.
 *
 * @param scratchDirectory directory for files and sockets, private to the user; the launcher empties it afterwards
 * @param token the secret that proves that a connecting peer belongs to this session
 * @param maxMessageBytes the largest message a channel of this session has to carry, in bytes
 * @param bufferSizeBytes requested size of the transport's buffer, in bytes; 0 leaves the default
 * @param connectTimeout time limit for connecting and accepting
 * @param connection index of this connection, from 0; it distinguishes the names of files in the scratch directory
 * @param connections number of connections
 * @param keepsListening whether the listener accepts clients one after the other; each is closed before the next one
 *     connects
 * @param spinNanos for how long a receiver looks for a message before it sleeps, in nanoseconds; 0 unless the transport
 *     has the trait {@link Trait#BOUNDED_SPIN}
 * @param channel how channels send; the usual way unless the transport has the traits for another one
 * @param locksMemory whether both peers keep all of their memory in RAM
 * @param backlog the length of the queue of the one listening socket at which all connections of the session meet, which the kernel may
 *     shorten; 0 if each has a listener of its own, as it is unless the transport has the trait {@link Trait#SHARED_LISTENER}
 * @param workers the server processes that share what clients send, and which of them this is; null for a single one
 * @param host the IP address at which a transport with the trait {@link Trait#NETWORK} listens; empty for loopback
 */
public record Session(
        Path scratchDirectory,
        Token token,
        int maxMessageBytes,
        int bufferSizeBytes,
        Duration connectTimeout,
        int connection,
        int connections,
        boolean keepsListening,
        long spinNanos,
        ChannelOptions channel,
        boolean locksMemory,
        int backlog,
        @Nullable Workers workers,
        String host) {
    private static final String LOOPBACK = "";

    public Session {
        host = host == null ? LOOPBACK : host; // a peer of another program need not tell
        channel = channel == null ? ChannelOptions.USUAL : channel; // nor a launcher of an older version
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException("maxMessageBytes must be at least 1, was " + maxMessageBytes);
        }
        if (bufferSizeBytes < 0) {
            throw new IllegalArgumentException("bufferSizeBytes must not be negative, was " + bufferSizeBytes);
        }
        if (spinNanos < 0) {
            throw new IllegalArgumentException("spinNanos must not be negative, was " + spinNanos);
        }
        if (backlog < 0) {
            throw new IllegalArgumentException("backlog must not be negative, was " + backlog);
        }
        if (connection < 0 || connection >= connections) {
            throw new IllegalArgumentException(
                    "connection must be between 0 and %d, was %d".formatted(connections - 1, connection));
        }
    }

    /** A session of one client, whose receivers sleep at once. */
    public Session(
            Path scratchDirectory, Token token, int maxMessageBytes, int bufferSizeBytes, Duration connectTimeout) {
        this(
                scratchDirectory,
                token,
                maxMessageBytes,
                bufferSizeBytes,
                connectTimeout,
                0,
                1,
                false,
                0,
                ChannelOptions.USUAL,
                false,
                0,
                null,
                LOOPBACK);
    }

    /** Returns a copy for a server with this number of connections. */
    public Session withConnections(int number) {
        return with(changes -> {
            changes.connection = 0;
            changes.connections = number;
        });
    }

    /**
     * Returns the session of one connection. Each connection has its own listener, and is connected and accepted
     * separately.
     */
    public Session connection(int number) {
        return with(changes -> changes.connection = number);
    }

    /** Returns a copy whose listener accepts one client after the other. */
    public Session keepingOn() {
        return with(changes -> changes.keepsListening = true);
    }

    /** Returns a copy whose receivers look for a message for this long before they sleep. */
    public Session spinning(long nanos) {
        return with(changes -> changes.spinNanos = nanos);
    }

    /** Returns a copy whose channels send in this way. */
    public Session sending(ChannelOptions options) {
        return with(changes -> changes.channel = options);
    }

    /** Returns a copy whose peers keep all of their memory in RAM, or leave it to the kernel. */
    public Session lockingMemory(boolean locks) {
        return with(changes -> changes.locksMemory = locks);
    }

    /** Returns a copy whose connections meet at one listening socket with this queue, or each at its own if it is 0. */
    public Session meetingInQueue(int length) {
        return with(changes -> changes.backlog = length);
    }

    /** Whether all connections meet at one listening socket. */
    public boolean sharesListener() {
        return backlog > 0;
    }

    /**
     * Returns the session of further connections that say nothing, at a listener of their own.
     *
     * @param sizeBytes what a channel would have to carry
     */
    public Session idle(int sizeBytes) {
        return with(changes -> {
            changes.connection = connections;
            changes.connections = connections + 1;
            changes.keepsListening = true;
            changes.maxMessageBytes = sizeBytes;
            changes.spinNanos = 0; // nothing arrives
            changes.backlog = 0;
        });
    }

    /** Returns a copy for these server processes. */
    public Session sharedBy(Workers processes) {
        return with(changes -> changes.workers = processes.number() == 1 ? null : processes);
    }

    /** The server processes that share what clients send. */
    public Workers all() {
        return workers == null ? Workers.ONE : workers;
    }

    /** Returns a copy for a peer that sees this scratch directory. */
    public Session in(Path directory) {
        return with(changes -> changes.scratchDirectory = directory);
    }

    /** Returns a copy whose server listens at this IP address. */
    public Session at(String address) {
        return with(changes -> changes.host = address);
    }

    private Session with(Consumer<Changes> change) {
        Changes changes = new Changes(this);
        change.accept(changes);
        return new Session(
                changes.scratchDirectory,
                token,
                changes.maxMessageBytes,
                bufferSizeBytes,
                connectTimeout,
                changes.connection,
                changes.connections,
                changes.keepsListening,
                changes.spinNanos,
                changes.channel,
                changes.locksMemory,
                changes.backlog,
                changes.workers,
                changes.host);
    }

    /** The components in which a copy can differ. */
    private static final class Changes {
        private Path scratchDirectory;
        private int maxMessageBytes;
        private int connection;
        private int connections;
        private boolean keepsListening;
        private long spinNanos;
        private ChannelOptions channel;
        private boolean locksMemory;
        private int backlog;
        private @Nullable Workers workers;
        private String host;

        Changes(Session session) {
            scratchDirectory = session.scratchDirectory;
            maxMessageBytes = session.maxMessageBytes;
            connection = session.connection;
            connections = session.connections;
            keepsListening = session.keepsListening;
            spinNanos = session.spinNanos;
            channel = session.channel;
            locksMemory = session.locksMemory;
            backlog = session.backlog;
            workers = session.workers;
            host = session.host;
        }
    }

    /** Where a transport with the trait {@link Trait#NETWORK} listens and connects: never at all addresses. */
    public InetAddress serverAddress() throws UnknownHostException {
        return host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
    }

    /** Returns a name that no other connection of the session has; the first connection keeps the plain name. */
    public String nameOf(String plain) {
        return connection == 0 ? plain : plain + "-" + connection;
    }

    /**
     * Server processes that share what clients send.
     *
     * @param number number of processes
     * @param byPort whether each listens by itself, at the same port ({@code SO_REUSEPORT}); else they share one socket, queue or pipe
     * @param index which of them this is, from 0; the first one makes what they share
     */
    public record Workers(int number, boolean byPort, int index) {
        /** A single server. */
        public static final Workers ONE = new Workers(1, false);

        public static final int MAX = 64;

        public Workers {
            if (number < 1 || number > MAX || index < 0 || index >= number) {
                throw new IllegalArgumentException(
                        "worker %d of %d: their number must be from 1 to %d".formatted(index, number, MAX));
            }
        }

        public Workers(int number, boolean byPort) {
            this(number, byPort, 0);
        }

        public Workers at(int which) {
            return new Workers(number, byPort, which);
        }

        public boolean isFirst() {
            return index == 0;
        }
    }

    /**
     * How the channels of a session send; a transport without the trait of an option never sees another value than the usual one.
     *
     * @param tcp when a TCP socket sends and acknowledges
     * @param writes number of writes for a message: 1, or 2 for its header and the rest ({@link Trait#SPLIT_WRITES})
     * @param parts number of memory files in which a message is handed over ({@link Trait#PARTS}); a message of fewer bytes has one for each
     * @param program what is started for each request ({@link Trait#STARTS_SERVER}): a name that the transport knows, or a command
     * @param parentBytes memory that the process that starts it has written to before, in bytes
     */
    public record ChannelOptions(Tcp tcp, int writes, int parts, String program, long parentBytes) {
        /** A program in C. */
        public static final String USUAL_PROGRAM = "c";

        /** One write for a message, which TCP sends at once, or one file. */
        public static final ChannelOptions USUAL = new ChannelOptions(Tcp.NODELAY, 1);

        /** The first write of a message that is sent in two, in bytes: what protocols put before a message. */
        public static final int HEADER_BYTES = 8;

        public static final int MAX_WRITES = 2;

        /** The kernel passes at most 253 descriptors at once. */
        public static final int MAX_PARTS = 128;

        /** Options of both ends of a TCP connection ({@link Trait#TCP_OPTIONS}). */
        public enum Tcp {
            /** {@code TCP_NODELAY}: a message leaves at once. */
            @SerializedName("nodelay")
            NODELAY(true, false),

            /** The kernel's default: a small message waits until the ones before it are acknowledged. */
            @SerializedName("nagle")
            NAGLE(false, false),

            /** {@code TCP_NODELAY}, and {@code TCP_QUICKACK} after each read. */
            @SerializedName("quickack")
            QUICKACK(true, true),

            /** A small message waits, but {@code TCP_QUICKACK} after each read ends its wait. */
            @SerializedName("nagle+quickack")
            NAGLE_QUICKACK(false, true);

            private final boolean sendsAtOnce;
            private final boolean acknowledgesAtOnce;

            Tcp(boolean sendsAtOnce, boolean acknowledgesAtOnce) {
                this.sendsAtOnce = sendsAtOnce;
                this.acknowledgesAtOnce = acknowledgesAtOnce;
            }

            public boolean sendsAtOnce() {
                return sendsAtOnce;
            }

            public boolean acknowledgesAtOnce() {
                return acknowledgesAtOnce;
            }

            /** The name that a user types: {@code nagle+quickack}. */
            public String label() {
                return name().toLowerCase(Locale.ROOT).replace('_', '+');
            }

            /** The options with this label. */
            public static Optional<Tcp> labelled(String label) {
                return Stream.of(values())
                        .filter(tcp -> tcp.label().equals(label))
                        .findFirst();
            }
        }

        /** Messages in one part, of channels that start nothing. */
        public ChannelOptions(Tcp tcp, int writes) {
            this(tcp, writes, 1);
        }

        /** Options of channels that start nothing. */
        public ChannelOptions(Tcp tcp, int writes, int parts) {
            this(tcp, writes, parts, USUAL_PROGRAM, 0);
        }

        public ChannelOptions {
            parts = parts == 0 ? 1 : parts; // a launcher of an older version does not tell
            program = program == null ? USUAL_PROGRAM : program;
            if (writes < 1 || writes > MAX_WRITES) {
                throw new IllegalArgumentException("writes must be 1 or %d, was %d".formatted(MAX_WRITES, writes));
            }
            if (parts < 1 || parts > MAX_PARTS) {
                throw new IllegalArgumentException(
                        "parts must be between 1 and %d, was %d".formatted(MAX_PARTS, parts));
            }
        }
    }
}
