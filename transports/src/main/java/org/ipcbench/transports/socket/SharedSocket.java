package org.ipcbench.transports.socket;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Listener;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.libc.ProcessMemory;
import org.ipcbench.transports.libc.SystemCall;

/**
 * A listening socket from which several processes accept. As children of a server inherit its socket, but JVMs have no children that do,
 * further processes take a descriptor from the one that listens, and the JDK finds it where a process inherits one.
 *
 * @param listener of this process
 * @param ticket the first process and its descriptor, for further processes
 */
record SharedSocket(Listener listener, String ticket) implements Listener {
    private static final SystemCall PIDFD_OPEN = new SystemCall("pidfd_open", 434, 434);
    private static final SystemCall PIDFD_GETFD = new SystemCall("pidfd_getfd", 438, 438);
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int STANDARD_INPUT = 0;

    /**
     * A table of the kernel.
     *
     * @param files their paths
     * @param fields number of fields; the last one is the rest of a line, such as a path with blanks
     * @param inode index of the field with the number of a socket
     * @param isThis whether the fields of a line are those of the socket
     */
    record Table(List<String> files, int fields, int inode, Predicate<String[]> isThis) {
        /** This process's descriptor of the socket: another process may listen at the same port of another address. */
        private Optional<String> descriptor() throws IOException {
            for (String file : files) {
                List<String> names = new KernelFile(Path.of(file))
                        .wholeText().stream()
                                .flatMap(String::lines)
                                .map(line -> line.strip().split("\\s+", fields))
                                .filter(line -> line.length > inode && isThis.test(line))
                                .map(line -> "socket:[" + line[inode] + "]")
                                .toList();
                Optional<String> found = names.isEmpty() ? Optional.empty() : SharedSocket.descriptor(names);
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
    }

    /** The listener of the first process, which lets others take its descriptor. */
    static Listener lent(Listener listener, Table table) throws IOException {
        try {
            String descriptor = table.descriptor()
                    .orElseThrow(() -> new IOException(
                            "the kernel does not tell which socket listens at %s".formatted(listener.address())));
            ProcessMemory.lendToSiblings();
            return new SharedSocket(
                    listener, "%d/%s".formatted(ProcessHandle.current().pid(), descriptor));
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    /** Why no process takes a socket of another, for example behind a filter of system calls; empty if it can. */
    static Optional<String> lack() {
        LibC libc = CLibrary.calls();
        long process = libc.syscall(PIDFD_OPEN.number(), ProcessHandle.current().pid(), 0, 0, 0);
        long taken = process < 0 ? process : libc.syscall(PIDFD_GETFD.number(), process, process, 0, 0);
        if (taken >= 0) {
            libc.close((int) taken);
        }
        if (process >= 0) {
            libc.close((int) process);
        }
        return taken >= 0
                ? Optional.empty()
                : Optional.of("this system lets no process take a socket of another (pidfd_getfd);"
                        + " use tcp and append :reuseport to --workers");
    }

    private static Optional<String> descriptor(List<String> names) throws IOException {
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.filter(each -> isOneOf(names, each))
                    .map(each -> each.getFileName().toString())
                    .findFirst();
        }
    }

    private static boolean isOneOf(List<String> names, Path descriptor) {
        try {
            return names.contains(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            return false; // closed meanwhile, as the directory's own
        }
    }

    /** The socket of another process, in place of this process's standard input; once in the life of a process. */
    static ServerSocketChannel taken(String ticket) throws IOException {
        int end = ticket.indexOf('/');
        LibC libc = CLibrary.calls();
        long process = CLibrary.check(
                "pidfd_open", libc.syscall(PIDFD_OPEN.number(), Long.parseLong(ticket.substring(0, end)), 0, 0, 0));
        try {
            int descriptor = (int) CLibrary.check(
                    "pidfd_getfd",
                    libc.syscall(PIDFD_GETFD.number(), process, Long.parseLong(ticket.substring(end + 1)), 0, 0));
            try {
                CLibrary.check("dup2", libc.dup2(descriptor, STANDARD_INPUT));
            } finally {
                libc.close(descriptor);
            }
        } finally {
            libc.close((int) process);
        }
        Channel inherited = System.inheritedChannel();
        if (inherited instanceof ServerSocketChannel socket) {
            return socket;
        }
        throw new IOException("the JDK takes no listening socket from another process here: " + inherited);
    }

    @Override
    public String address() {
        return listener.address();
    }

    @Override
    public org.ipcbench.transport.Channel accept() throws IOException {
        return listener.accept();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
