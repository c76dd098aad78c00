package org.ipcbench.transport.endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Listener.ServerStarter;

/**
 * The processes of a server of the user's: those that have its listening socket open, as {@code /proc} tells whoever may see their
 * descriptors, and all that these have started. If they cannot be found, what they use is unknown, which a usage of nothing says.
 */
final class ServerProcesses implements ServerStarter {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** State of a listening socket in the kernel's tables of TCP. */
    private static final String LISTENING = "0A";

    /** Flag of a listening socket in the kernel's table of Unix sockets. */
    private static final int ACCEPTS = 0x10000;

    /** What the kernel writes before an address of IPv4 that a socket of IPv6 has. */
    private static final String MAPPED = "0000000000000000FFFF0000";

    /** What the link of a socket's descriptor says before its inode. */
    private static final String SOCKET = "socket:[";

    private static final int HEX = 16;
    private static final long UNKNOWN_BYTES = -1;

    private final Set<Long> owners;

    private ServerProcesses(Set<Long> owners) {
        this.owners = Set.copyOf(owners);
    }

    /** The processes of the server at an address. */
    static ServerProcesses of(EndpointAddress address, EndpointProtocol protocol) throws IOException {
        if (address.pid().isPresent()) {
            long pid = address.pid().getAsLong();
            if (!Files.isDirectory(PROC.resolve(Long.toString(pid)))) {
                throw new IOException("there is no process %d".formatted(pid));
            }
            return new ServerProcesses(Set.of(pid));
        }
        if (!address.isOfThisMachine()) {
            return new ServerProcesses(Set.of());
        }
        Set<String> inodes = address.isUnix() ? ofUnixSocket(protocol.socket(address)) : ofPort(address);
        return new ServerProcesses(inodes.isEmpty() ? Set.of() : holders(inodes));
    }

    /** Inodes of the sockets that listen at a path. */
    private static Set<String> ofUnixSocket(Path path) throws IOException {
        Set<String> inodes = new HashSet<>();
        for (String line : table("net/unix")) {
            String[] fields = BLANKS.split(line.strip(), 8);
            if (fields.length == 8
                    && fields[7].equals(path.toString())
                    && (Integer.parseUnsignedInt(fields[3], HEX) & ACCEPTS) != 0) {
                inodes.add(fields[6]);
            }
        }
        return inodes;
    }

    /** Inodes of the sockets that listen at a port: at the address itself, or else at every address. */
    private static Set<String> ofPort(EndpointAddress address) throws IOException {
        Set<String> there = new HashSet<>();
        Set<String> anywhere = new HashSet<>();
        Set<String> hosts = new HashSet<>();
        for (InetAddress each : InetAddress.getAllByName(address.host())) {
            String host = hex(each.getAddress());
            hosts.add(host);
            hosts.add(MAPPED + host); // a socket of IPv6 may listen at an address of IPv4
        }
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : table(table)) {
                String[] fields = BLANKS.split(line.strip(), -1);
                if (fields.length < 10 || !fields[3].equals(LISTENING)) {
                    continue;
                }
                String[] local = fields[1].split(":", 2);
                if (Integer.parseInt(local[1], HEX) != address.port()) {
                    continue;
                }
                if (hosts.contains(local[0])) {
                    there.add(fields[9]);
                } else if (local[0].matches("0+")) {
                    anywhere.add(fields[9]);
                }
            }
        }
        return there.isEmpty() ? anywhere : there;
    }

    /** As the kernel writes an address: words of 32 bits in the machine's own order, which is little-endian wherever the suite runs. */
    private static String hex(byte[] address) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < address.length; word += Integer.BYTES) {
            for (int i = Integer.BYTES - 1; i >= 0; i--) {
                text.append("%02X".formatted(address[word + i]));
            }
        }
        return text.toString();
    }

    private static List<String> table(String name) throws IOException {
        return new KernelFile(PROC.resolve(name))
                .wholeText()
                .map(text -> text.lines().skip(1).toList())
                .orElse(List.of());
    }

    /** The processes that have one of these sockets open, as far as this user may know. */
    private static Set<Long> holders(Set<String> inodes) {
        Set<Long> found = new TreeSet<>();
        for (long pid : all()) {
            Path descriptors = PROC.resolve(Long.toString(pid)).resolve("fd");
            for (String descriptor : KernelFile.names(descriptors)) {
                if (isAny(inodes, descriptors.resolve(descriptor))) {
                    found.add(pid);
                }
            }
        }
        return found;
    }

    private static boolean isAny(Set<String> inodes, Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith(SOCKET) && inodes.contains(target.substring(SOCKET.length(), target.length() - 1));
        } catch (IOException e) {
            return false; // closed meanwhile, or another user's
        }
    }

    private static List<Long> all() {
        List<Long> pids = new ArrayList<>();
        for (String name : KernelFile.names(PROC)) {
            if (NUMBER.matcher(name).matches()) {
                pids.add(Long.parseLong(name));
            }
        }
        return pids;
    }

    @Override
    public String address() {
        return "";
    }

    /** What the owners, their descendants and those descendants that have ended have used. */
    @Override
    public Usage usage() {
        if (owners.isEmpty()) {
            return new Usage(0, 0, 0, 0, 0, 0, UNKNOWN_BYTES);
        }
        Map<Long, Stat> running = new HashMap<>();
        for (long pid : all()) {
            new KernelFile(PROC.resolve(Long.toString(pid)).resolve("stat"))
                    .text()
                    .flatMap(Stat::parse)
                    .ifPresent(stat -> running.put(pid, stat));
        }
        long user = 0;
        long system = 0;
        long minorFaults = 0;
        long majorFaults = 0;
        long waited = 0;
        long preempted = 0;
        for (Map.Entry<Long, Stat> each : running.entrySet()) {
            if (!isOfServer(each.getKey(), running)) {
                continue;
            }
            Stat stat = each.getValue();
            boolean isOwner = owners.contains(each.getKey());
            long ticks = stat.userTicks() + stat.systemTicks();
            Threads threads = Threads.of(each.getKey());
            long exact = threads.nanos() == 0 ? ticks * KernelFile.TICK_NANOS : threads.nanos();
            long ofUser = ticks == 0 ? exact : Math.round(exact * ((double) stat.userTicks() / ticks));
            user += ofUser + (isOwner ? stat.endedUserTicks() * KernelFile.TICK_NANOS : 0);
            system += exact - ofUser + (isOwner ? stat.endedSystemTicks() * KernelFile.TICK_NANOS : 0);
            minorFaults += stat.minorFaults();
            majorFaults += stat.majorFaults();
            waited += threads.waited();
            preempted += threads.preempted();
        }
        return new Usage(user, system, minorFaults, majorFaults, waited, preempted, UNKNOWN_BYTES);
    }

    private boolean isOfServer(long pid, Map<Long, Stat> running) {
        long each = pid;
        while (each > 1) {
            if (owners.contains(each)) {
                return true;
            }
            Stat stat = running.get(each);
            each = stat == null ? 0 : stat.parent();
        }
        return false;
    }

    @Override
    public void close() {
        // the server is the user's
    }

    /**
     * What the threads of a process have used so far.
     *
     * @param nanos time in which they ran, in nanoseconds; 0 if the kernel does not tell
     * @param waited number of times that they waited
     * @param preempted number of times that they were preempted
     */
    private record Threads(long nanos, long waited, long preempted) {
        static Threads of(long pid) {
            Path tasks = PROC.resolve(Long.toString(pid)).resolve("task");
            long nanos = 0;
            long waited = 0;
            long preempted = 0;
            for (String task : KernelFile.names(tasks)) {
                Path thread = tasks.resolve(task);
                nanos += new KernelFile(thread.resolve("schedstat")).number("").orElse(0);
                String status = new KernelFile(thread.resolve("status")).text().orElse("");
                waited += KernelFile.number(status, "voluntary_ctxt_switches:").orElse(0);
                preempted +=
                        KernelFile.number(status, "nonvoluntary_ctxt_switches:").orElse(0);
            }
            return new Threads(nanos, waited, preempted);
        }
    }

    /** What {@code /proc/PID/stat} tells; the numbers of ended children are those that were waited for. */
    private record Stat(
            long parent,
            long minorFaults,
            long majorFaults,
            long userTicks,
            long systemTicks,
            long endedUserTicks,
            long endedSystemTicks) {
        private static final int FIELDS = 15;

        static Optional<Stat> parse(String text) {
            String[] fields =
                    BLANKS.split(text.substring(text.lastIndexOf(')') + 1).strip(), -1);
            return fields.length < FIELDS
                    ? Optional.empty()
                    : Optional.of(new Stat(
                            Long.parseLong(fields[1]),
                            Long.parseLong(fields[7]),
                            Long.parseLong(fields[9]),
                            Long.parseLong(fields[11]),
                            Long.parseLong(fields[12]),
                            Long.parseLong(fields[13]),
                            Long.parseLong(fields[14])));
        }
    }
}
