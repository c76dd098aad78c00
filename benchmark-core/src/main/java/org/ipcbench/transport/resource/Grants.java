package org.ipcbench.transport.resource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.kernel.KernelFiles.KernelNumber;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * What this machine grants the transports of peers that run beside the launcher, as its user. Other limits may hold behind a prefix.
 * What the machine does not tell counts as granted.
 */
public final class Grants {
    private static final String SHARED_MEMORY = "dev/shm";
    private static final String PORTS = "net.ipv4.ip_local_port_range";
    private static final String PORT_RANGE = "proc/sys/net/ipv4/ip_local_port_range";
    private static final String USUAL_PORTS = "32768 60999";
    private static final int USUAL_DESCRIPTORS = 1024;
    private static final int MIB = 1 << 20;

    /** Descriptors of every peer besides its connections: standard streams, jars, class archive, link to the launcher. */
    private static final int OWN_DESCRIPTORS = 10;

    /** What each measuring thread keeps open to read its own times; servers with 2 and 12 connections differed by 29. */
    private static final int DESCRIPTORS_OF_A_THREAD = 2;

    private final OptionalLong fileBytes;
    private final OptionalLong descriptors;
    private final DiskSpace sharedMemory;
    private final OptionalLong ports;
    private final Supplier<Availability> trial;
    private @Nullable Availability loopback;

    /** The grants of this machine now. */
    public Grants() {
        this(Path.of("/"));
    }

    /**
     * The grants of a machine described by other files.
     *
     * @param root the directory that holds {@code proc} and {@code dev}
     */
    public Grants(Path root) {
        this(root, LoopbackTrial::availability);
    }

    /**
     * The grants of a machine with another network.
     *
     * @param root the directory that holds {@code proc} and {@code dev}
     * @param trial whether the loopback interface carries a connection; asked once, and only for a transport that uses it
     */
    Grants(Path root, Supplier<Availability> trial) {
        ResourceLimits limits = new ResourceLimits(root);
        KernelFiles files = new KernelFiles(root);
        fileBytes = limits.fileBytes();
        descriptors = limits.descriptors();
        sharedMemory = files.space(SHARED_MEMORY);
        ports = ports(files.text(PORT_RANGE).split("\\s+", -1));
        this.trial = trial;
    }

    /** The number of ports of a range; unknown if the range ends before it begins, as gVisor has it. */
    private static OptionalLong ports(String... range) {
        if (range.length != 2 || !KernelNumber.isNumber(range[0]) || !KernelNumber.isNumber(range[1])) {
            return OptionalLong.empty();
        }
        long number = KernelNumber.number(range[1]) - KernelNumber.number(range[0]) + 1L;
        return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Whether one connection with the smallest messages can be made. */
    public Availability to(Transport transport) {
        return transport.availability().and(() -> network(transport)).and(() -> to(transport, 1, 0, 1));
    }

    /**
     * Whether a session of an available transport finds what it needs.
     *
     * @param messageBytes size of the largest message, in bytes
     * @param bufferBytes requested size of the transport's buffer, in bytes; 0 leaves the default
     * @param connections number of connections of the session
     */
    public Availability to(Transport transport, int messageBytes, int bufferBytes, int connections) {
        return to(() -> transport.needs(messageBytes, bufferBytes, connections), 0);
    }

    /** What is needed. */
    @FunctionalInterface
    public interface Wanted {
        /**
         * What it is.
         *
         * @throws IOException if it cannot be had on any machine; the message says what can
         */
        Needs needs() throws IOException;
    }

    /**
     * Whether sessions of an available transport, and the threads that measure in their server, find what they need.
     *
     * @param threads number of these threads, if there are several
     */
    public Availability to(Wanted wanted, int threads) {
        Needs needs;
        try {
            needs = wanted.needs();
        } catch (IOException e) {
            return Availability.unavailable(String.valueOf(e.getMessage()), "");
        }
        return file(needs)
                .and(() -> sharedMemory(needs))
                .and(() -> descriptors(needs, threads))
                .and(() -> ports(needs));
    }

    private Availability network(Transport transport) {
        if (!transport.traits().has(Trait.LOOPBACK) && !transport.traits().has(Trait.NETWORK)) {
            return Availability.available();
        }
        Availability known = loopback;
        if (known == null) {
            known = trial.get();
            loopback = known;
        }
        return known;
    }

    private Availability file(Needs needs) {
        return isEnough(fileBytes, needs.fileBytes())
                ? Availability.available()
                : Availability.unavailable(
                        "its file of %d bytes exceeds the limit of %d"
                                .formatted(needs.fileBytes(), fileBytes.orElseThrow()),
                        "raise it with: ulimit -f unlimited");
    }

    private Availability sharedMemory(Needs needs) {
        long needed = needs.sharedMemoryBytes();
        boolean isKnown = sharedMemory.totalBytes() > 0;
        if (!isKnown || needed <= sharedMemory.freeBytes()) {
            return Availability.available();
        }
        return Availability.unavailable(
                "takes %d bytes of /dev/shm, and %d are free".formatted(needed, sharedMemory.freeBytes()),
                "remove what is there, mount -o remount,size=%1$dM /dev/shm, or docker run --shm-size=%1$dm"
                        .formatted(2 * (sharedMemory.totalBytes() - sharedMemory.freeBytes() + needed) / MIB + 1));
    }

    private Availability descriptors(Needs needs, int threads) {
        int all = OWN_DESCRIPTORS + DESCRIPTORS_OF_A_THREAD * threads + needs.descriptors();
        return all == OWN_DESCRIPTORS || isEnough(descriptors, all)
                ? Availability.available()
                : Availability.unavailable(
                        "has at least %d files and sockets open in a peer, which may have %d"
                                .formatted(all, descriptors.orElseThrow()),
                        "raise the hard limit as root: ulimit -n %d".formatted(Math.max(USUAL_DESCRIPTORS, 2 * all)));
    }

    private Availability ports(Needs needs) {
        return isEnough(ports, needs.ports())
                ? Availability.available()
                : Availability.unavailable(
                        "takes at least %d of the ports that the kernel chooses, which are %d"
                                .formatted(needs.ports(), ports.orElseThrow()),
                        "sysctl -w %s='%s'".formatted(PORTS, USUAL_PORTS));
    }

    private static boolean isEnough(OptionalLong granted, long needed) {
        return granted.isEmpty() || needed <= granted.getAsLong();
    }

    /** Connects to this machine's own address, because no setting tells for certain whether that is possible. */
    static final class LoopbackTrial {
        private static final byte[] IPV4 = {127, 0, 0, 1};
        private static final String ADDRESS = "127.0.0.1";

        /** The kernel connects within the call, unless a firewall drops the packets. */
        private static final Duration PATIENCE = Duration.ofSeconds(3);

        private LoopbackTrial() {}

        /** Whether a TCP connection to 127.0.0.1 can be made. */
        static Availability availability() {
            try {
                InetAddress self = InetAddress.getByAddress(IPV4);
                try (ServerSocket server = new ServerSocket(0, 1, self);
                        Socket client = new Socket()) {
                    client.setSoLinger(true, 0); // closing keeps no port for a minute
                    client.connect(
                            new InetSocketAddress(self, server.getLocalPort()), Math.toIntExact(PATIENCE.toMillis()));
                    return Availability.available();
                }
            } catch (IOException e) {
                return Availability.unavailable(
                        "%s cannot be reached (%s)".formatted(ADDRESS, e.getMessage()), remedy());
            }
        }

        private static String remedy() {
            try {
                Optional<NetworkInterface> holder =
                        Optional.ofNullable(NetworkInterface.getByInetAddress(InetAddress.getByAddress(IPV4)));
                if (holder.isEmpty()) {
                    return "ip link set lo up, or if it is up: ip address add %s/8 dev lo".formatted(ADDRESS);
                }
                return holder.get().isUp()
                        ? "look for a rule of a firewall (nft list ruleset), or for ports that are all in use (ss -tan)"
                        : "ip link set %s up".formatted(holder.get().getName());
            } catch (IOException e) {
                return "ip link set lo up";
            }
        }
    }
}
