package org.ipcbench.cli.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A socket by which others can get at a process: it has a port or a path, which begins with {@code @} for an abstract name.
 *
 * @param kind the kernel's table in which it stands
 * @param port 0 of a Unix socket
 * @param path empty of an Internet socket
 * @param takesDatagrams whether messages reach it without a connection
 * @param listening whether it waits for connections
 * @param loopback whether only processes of this machine can get at it
 */
record NamedSocket(Kind kind, int port, String path, boolean takesDatagrams, boolean listening, boolean loopback) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)\\]");

    /** What the kernel writes for 127.0.0.1, for the same as an IPv6 address, and for the IPv6 address of the loopback. */
    private static final Set<String> LOOPBACK_ADDRESSES =
            Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    private static final String TCP_LISTENS = "0A";
    private static final int UNIX_LISTENS = 1 << 16;
    private static final String SOCK_DGRAM = "0002";

    /** Tables of sockets below {@code /proc/net}, with the number of the column that has the inode. */
    enum Kind {
        TCP("tcp", 9),
        TCP6("tcp6", 9),
        UDP("udp", 9),
        UDP6("udp6", 9),
        UNIX("unix", 6);

        private final String table;
        private final int inodeColumn;

        Kind(String table, int inodeColumn) {
            this.table = table;
            this.inodeColumn = inodeColumn;
        }

        boolean isTcp() {
            return this == TCP || this == TCP6;
        }

        boolean isUdp() {
            return this == UDP || this == UDP6;
        }
    }

    boolean isAbstract() {
        return path.startsWith("@");
    }

    /** All of these processes. */
    static List<NamedSocket> of(Collection<ProcessHandle> processes) throws IOException {
        Set<String> inodes = new HashSet<>();
        for (ProcessHandle process : processes) {
            addInodes(process, inodes);
        }
        List<NamedSocket> sockets = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Path table = PROCESSES.resolve("net").resolve(kind.table);
            if (Files.exists(table)) {
                for (String line : Files.readAllLines(table)) {
                    String[] columns = line.strip().split(" +", -1);
                    if (columns.length > kind.inodeColumn && inodes.contains(columns[kind.inodeColumn])) {
                        add(kind, columns, sockets);
                    }
                }
            }
        }
        return sockets;
    }

    private static void add(Kind kind, String[] columns, List<NamedSocket> sockets) {
        if (kind == Kind.UNIX) {
            int path = kind.inodeColumn + 1;
            if (columns.length > path) {
                boolean listening = (Integer.parseInt(columns[3], 16) & UNIX_LISTENS) != 0;
                boolean datagrams = columns[4].equals(SOCK_DGRAM);
                sockets.add(new NamedSocket(kind, 0, columns[path], datagrams, listening, true));
            }
        } else {
            String[] local = columns[1].split(":", -1);
            boolean listening = kind.isTcp() && columns[3].equals(TCP_LISTENS);
            sockets.add(new NamedSocket(
                    kind,
                    Integer.parseInt(local[1], 16),
                    "",
                    kind.isUdp(),
                    listening,
                    LOOPBACK_ADDRESSES.contains(local[0])));
        }
    }

    private static void addInodes(ProcessHandle process, Set<String> inodes) {
        try (Stream<Path> descriptors =
                Files.list(PROCESSES.resolve(Long.toString(process.pid())).resolve("fd"))) {
            for (Path descriptor : descriptors.toList()) {
                Matcher socket = SOCKET.matcher(target(descriptor));
                if (socket.matches()) {
                    inodes.add(socket.group(1));
                }
            }
        } catch (IOException e) {
            // it has just ended
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed since it was listed
        }
    }
}
