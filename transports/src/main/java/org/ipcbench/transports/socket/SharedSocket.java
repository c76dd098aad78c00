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
     * @param inode index of the field with the number of a socket
     * @param isThis whether the fields of a line are those of the socket
     */
    record Table(List<String> files, int inode, Predicate<String[]> isThis) {
        private Optional<String> number() throws IOException {
            for (String file : files) {
                Optional<String> found = new KernelFile(Path.of(file))
                        .wholeText().stream()
                                .flatMap(String::lines)
                                .map(line -> line.strip().split("\\s+"))
                                .filter(fields -> fields.length > inode && isThis.test(fields))
                                .map(fields -> fields[inode])
                                .findFirst();
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
            String number = table.number()
                    .orElseThrow(() -> new IOException(
                            "the kernel does not tell which socket listens at %s".formatted(listener.address())));
            ProcessMemory.lendToSiblings();
            return new SharedSocket(
                    listener, "%d/%s".formatted(ProcessHandle.current().pid(), descriptor("socket:[" + number + "]")));
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    private static String descriptor(String name) throws IOException {
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.filter(each -> isNamed(each, name))
                    .map(each -> each.getFileName().toString())
                    .findFirst()
                    .orElseThrow(() -> new IOException("this process has no descriptor of " + name));
        }
    }

    private static boolean isNamed(Path descriptor, String name) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(name);
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
