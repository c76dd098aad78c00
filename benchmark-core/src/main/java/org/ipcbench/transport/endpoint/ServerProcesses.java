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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Listener.ServerStarter;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a server of the user's: those that have its listening socket open, as {@code /proc} tells whoever may see their
 * descriptors, and all that these have started. If they cannot be found, what they use is unknown.
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

    private final Set<Long> owners;
    private final Map<Long, Used> seen = new HashMap<>();

    /** The server's processes, found before the measured part; null once they are read. */
    private @Nullable Set<Long> armed;

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
                    && isSame(fields[7], path)
                    && (Integer.parseUnsignedInt(fields[3], HEX) & ACCEPTS) != 0) {
                inodes.add(fields[6]);
            }
        }
        return inodes;
    }

    /** Whether a socket was bound to this path, perhaps by another name of its directory. */
    private static boolean isSame(String bound, Path path) {
        Path other = Path.of(bound);
        if (other.equals(path)) {
            return true;
        }
        Path directory = other.getParent();
        Path given = path.getParent();
        try {
            return directory != null
                    && given != null
                    && other.isAbsolute()
                    && Objects.equals(other.getFileName(), path.getFileName())
                    && directory.toRealPath().equals(given.toRealPath());
        } catch (IOException e) {
            return false; // of a directory that this user cannot see
        }
    }

    /** Inodes of the sockets that listen at a port: at the address itself, or else at every address. */
    private static Set<String> ofPort(EndpointAddress address) throws IOException {
        Set<String> there = new HashSet<>();
        Set<String> anywhere = new HashSet<>();
        Set<String> hosts = new HashSet<>();
        for (InetAddress each : InetAddress.getAllByName(address.target())) {
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

    @Override
    public void arm() {
        armed = ofServer();
    }

    /** What the owners, their descendants and those descendants that have ended have used. */
    @Override
    public Usage usage() {
        Set<Long> pids = armed == null ? ofServer() : armed;
        armed = null;
        long user = 0;
        long system = 0;
        long minorFaults = 0;
        long majorFaults = 0;
        long waited = 0;
        long preempted = 0;
        boolean isKnown = false;
        for (long pid : pids) {
            Stat stat = Stat.of(pid).orElse(null);
            if (stat == null) {
                continue; // it has ended
            }
            Threads threads = Threads.of(pid);
            Used used = Used.after(seen.get(pid), stat, threads.nanos());
            seen.put(pid, used);
            long ticks = stat.userTicks() + stat.systemTicks();
            long ofUser = ticks == 0 ? used.nanos() : Math.round(used.nanos() * ((double) stat.userTicks() / ticks));
            user += ofUser + stat.endedUserTicks() * KernelFile.TICK_NANOS;
            system += used.nanos() - ofUser + stat.endedSystemTicks() * KernelFile.TICK_NANOS;
            minorFaults += stat.minorFaults();
            majorFaults += stat.majorFaults();
            waited += threads.waited();
            preempted += threads.preempted();
            isKnown = true;
        }
        return isKnown
                ? new Usage(user, system, minorFaults, majorFaults, waited, preempted, Usage.UNKNOWN.residentBytes())
                : Usage.UNKNOWN;
    }

    /** The owners and their descendants, without this run's own processes if the server has started it. */
    private Set<Long> ofServer() {
        if (owners.isEmpty()) {
            return Set.of();
        }
        Map<Long, Long> parents = new HashMap<>();
        for (long pid : all()) {
            Stat.of(pid).ifPresent(stat -> parents.put(pid, stat.parent()));
        }
        Set<Long> own = new HashSet<>();
        for (long each = ProcessHandle.current().pid();
                each > 1 && !owners.contains(each);
                each = parents.getOrDefault(each, 0L)) {
            own.add(each);
        }
        Set<Long> found = new TreeSet<>();
        for (long pid : parents.keySet()) {
            long each = pid;
            while (each > 1 && !owners.contains(each) && !own.contains(each)) {
                each = parents.getOrDefault(each, 0L);
            }
            if (owners.contains(each)) {
                found.add(pid);
            }
        }
        return found;
    }

    @Override
    public void close() {
        // the server is the user's
    }

    /**
     * CPU time of a process. Ticks count threads that have ended, but in steps of 10 ms; the threads' own times are exact, but those of ended ones
     * are gone. So what has been used since the last reading is that of the threads if both agree.
     *
     * @param ticks as the kernel counts them, user mode and kernel together
     * @param threadNanos of the threads that lived at the reading; 0 if the kernel does not tell
     * @param nanos the result
     */
    private record Used(long ticks, long threadNanos, long nanos) {
        /** Each of two counts of ticks is rounded down. */
        private static final long AGREE_NANOS = 2 * KernelFile.TICK_NANOS;

        static Used after(@Nullable Used before, Stat stat, long threadNanos) {
            Used last = before == null ? new Used(0, 0, 0) : before;
            long ticks = stat.userTicks() + stat.systemTicks();
            long byTicks = (ticks - last.ticks) * KernelFile.TICK_NANOS;
            long byThreads = threadNanos - last.threadNanos;
            boolean isExact = threadNanos > 0 && Math.abs(byThreads - byTicks) <= AGREE_NANOS;
            return new Used(ticks, threadNanos, last.nanos + (isExact ? byThreads : byTicks));
        }
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

        static Optional<Stat> of(long pid) {
            return new KernelFile(PROC.resolve(Long.toString(pid)).resolve("stat"))
                    .text()
                    .flatMap(Stat::parse);
        }

        private static Optional<Stat> parse(String text) {
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
