package org.ipcbench.transports.libc;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Listener.ServerStarter.Usage;
import org.ipcbench.transport.resource.AlignedMemory;

/**
 * A program that this process starts again and again by {@code posix_spawn(3)}, which gives the child no copy of this process's page
 * tables, with two pipes as its standard input and output. One call of the kernel makes the process, and one puts the program into it.
 * For one thread at a time.
 */
public final class ChildProgram implements Closeable {
    private static final int O_CLOEXEC = 02000000;
    private static final int O_NONBLOCK = 04000;
    private static final int O_WRONLY = 1;
    private static final int O_CREAT = 0100;
    private static final int O_APPEND = 02000;
    private static final int AT_FDCWD = -100;
    private static final int FOR_THIS_USER_ALONE = 0600;
    private static final int F_SETFD = 2;
    private static final int F_SETFL = 4;
    private static final int FD_CLOEXEC = 1;
    private static final int FIONREAD = 0x541B;
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;
    private static final int RUSAGE_CHILDREN = -1;
    private static final int LAST_STANDARD_STREAM = 2;

    /** No pipe has room for less, however many pipes a user has. */
    private static final int SURE_BYTES = 4096;

    private static final int CLOSED = -1;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final LibC libc = CLibrary.calls();
    private final Calls calls = Bound.CALLS;
    private final SixArguments.Calls spawn = SixArguments.calls();
    private final Layout layout = new Layout();
    private final Texts path;
    private final Texts environment;
    private final int errors;
    private final int[] actionsFor = {CLOSED, CLOSED};
    private Texts arguments = new Texts(List.of());
    private int input = CLOSED;
    private int output = CLOSED;
    private boolean runs;

    /**
     * Prepares a program.
     *
     * @param program the file
     * @param environment of the form {@code NAME=VALUE}
     * @param errors a file for what it writes to its standard error
     */
    public ChildProgram(Path program, List<String> environment, Path errors) throws IOException {
        path = new Texts(List.of(program.toString()));
        this.environment = new Texts(environment);
        this.errors = (int) CLibrary.check(
                "open of " + errors,
                CText.pass(
                        errors.toString(),
                        address -> libc.openat(
                                AT_FDCWD, address, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, FOR_THIS_USER_ALONE)));
        layout.require("posix_spawnattr_init", calls.posix_spawnattr_init(layout.attributes));
    }

    /**
     * Keeps programs that are started from now on from inheriting what this process has open: the JDK's sockets, among which is the link
     * to the launcher, would stay open as long as a child lives.
     */
    public static void keepDescriptors() {
        for (String name : KernelFile.names(DESCRIPTORS)) {
            int number = Integer.parseInt(name);
            if (number > LAST_STANDARD_STREAM) {
                var unused =
                        CLibrary.calls().fcntl(number, F_SETFD, FD_CLOEXEC); // that of the directory is closed by now
            }
        }
    }

    /** The arguments from the next start on, of which the first one is the program's name. */
    public void arguments(List<String> words) {
        arguments = new Texts(words);
    }

    /** Starts the program. */
    public void start() throws IOException {
        CLibrary.check("pipe2", calls.pipe2(layout.pipes, O_CLOEXEC));
        int theirInput = layout.pipeEnd(0);
        input = layout.pipeEnd(1);
        try {
            CLibrary.check("pipe2", calls.pipe2(layout.pipes, O_CLOEXEC));
            output = layout.pipeEnd(0);
            int theirOutput = layout.pipeEnd(1);
            try {
                redirect(theirInput, theirOutput);
                layout.require("posix_spawn", (int) spawn.posix_spawn(
                        layout.pid,
                        path.first(),
                        layout.actions,
                        layout.attributes,
                        arguments.array(),
                        environment.array()));
                runs = true;
            } finally {
                libc.close(theirOutput);
            }
        } finally {
            libc.close(theirInput);
        }
    }

    /** The kernel gives the same numbers each time, unless something else was opened or closed meanwhile. */
    private void redirect(int theirInput, int theirOutput) throws IOException {
        if (actionsFor[0] == theirInput && actionsFor[1] == theirOutput) {
            return;
        }
        if (actionsFor[0] != CLOSED) {
            calls.posix_spawn_file_actions_destroy(layout.actions);
            actionsFor[0] = CLOSED;
        }
        layout.require("posix_spawn_file_actions_init", calls.posix_spawn_file_actions_init(layout.actions));
        actionsFor[0] = theirInput;
        actionsFor[1] = theirOutput;
        int[] streams = {theirInput, theirOutput, errors};
        for (int stream = 0; stream < streams.length; stream++) {
            layout.require(
                    "posix_spawn_file_actions_adddup2",
                    calls.posix_spawn_file_actions_adddup2(layout.actions, streams[stream], stream));
        }
    }

    /** The process that was started last. */
    public long pid() {
        return layout.memory.getInt(Layout.PID);
    }

    /**
     * Hands the program its input, which then ends, and reads its output to the end.
     *
     * @return number of bytes read, which is the capacity if there may be more
     */
    public int exchange(long request, int requestBytes, long answer, int capacityBytes) throws IOException {
        int got = requestBytes <= SURE_BYTES ? 0 : handOver(request, requestBytes, answer, capacityBytes);
        if (requestBytes <= SURE_BYTES) {
            write(request, requestBytes);
            closeInput();
        }
        while (got < capacityBytes) {
            long count = Descriptor.of(output).read(answer + got, capacityBytes - got);
            if (count == 0) {
                break;
            }
            got += (int) count;
        }
        return got;
    }

    /** Writes a part of the input that a pipe has room for; what a program that has ended leaves is dropped. */
    public void write(long address, int lengthBytes) throws IOException {
        int written = 0;
        while (written < lengthBytes) {
            long count = libc.write(input, address + written, lengthBytes - written);
            if (count >= 0) {
                written += (int) count;
            } else if (Errno.last() == Errno.EPIPE) {
                return; // its status and its words tell more
            } else {
                FailedCallException.unlessInterrupted("write");
            }
        }
    }

    /** Writes a long input while reading output, because the program may begin to answer before it has read all. */
    private int handOver(long request, int requestBytes, long answer, int capacityBytes) throws IOException {
        CLibrary.check("fcntl", libc.fcntl(input, F_SETFL, O_NONBLOCK));
        int written = 0;
        int got = 0;
        while (written < requestBytes) {
            layout.watch(input, output);
            if (calls.poll(layout.polled, 2, -1) < 0) {
                FailedCallException.unlessInterrupted("poll");
                continue;
            }
            if (layout.isReady(0)) {
                long count = libc.write(input, request + written, requestBytes - written);
                if (count >= 0) {
                    written += (int) count;
                } else if (Errno.last() == Errno.EPIPE) {
                    break;
                } else if (Errno.last() != Errno.EAGAIN) {
                    FailedCallException.unlessInterrupted("write");
                }
            }
            if (layout.isReady(1) && got < capacityBytes) {
                long count = Descriptor.of(output).read(answer + got, capacityBytes - got);
                if (count == 0) {
                    break;
                }
                got += (int) count;
            }
        }
        closeInput();
        return got;
    }

    /** Whether the program has read all of its input so far. */
    public boolean hasReadAll() throws IOException {
        CLibrary.check("ioctl", calls.ioctl(input, FIONREAD, layout.count));
        return layout.memory.getInt(Layout.COUNT) == 0;
    }

    /** Waits until the program has ended, and returns its status as {@code wait(2)} tells it. */
    public int await() throws IOException {
        closeInput();
        closeOutput();
        while (calls.waitpid(layout.memory.getInt(Layout.PID), layout.status, 0) < 0) {
            FailedCallException.unlessInterrupted("waitpid");
        }
        runs = false;
        return layout.memory.getInt(Layout.STATUS);
    }

    /**
     * What all children of this process that have ended, and theirs, have used. Their memory is left out: the kernel counts that of a
     * child before it has its program, which is this process's.
     */
    public static Usage usageOfChildren() throws IOException {
        Layout layout = new Layout();
        CLibrary.check("getrusage", Bound.CALLS.getrusage(RUSAGE_CHILDREN, layout.usage));
        return new Usage(
                layout.micros(0) * 1000,
                layout.micros(16) * 1000,
                layout.used(64),
                layout.used(72),
                layout.used(128),
                layout.used(136),
                -1);
    }

    private void closeInput() {
        if (input != CLOSED) {
            libc.close(input);
            input = CLOSED;
        }
    }

    private void closeOutput() {
        if (output != CLOSED) {
            libc.close(output);
            output = CLOSED;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (runs) {
                ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
                var unused = await();
            }
            if (actionsFor[0] != CLOSED) {
                calls.posix_spawn_file_actions_destroy(layout.actions);
                actionsFor[0] = CLOSED;
            }
            libc.close(errors);
        } finally {
            Reference.reachabilityFence(layout);
        }
    }

    /** Memory of this process, to which it has written. */
    public static Closeable occupied(long bytes) throws IOException {
        if (bytes == 0) {
            return () -> {};
        }
        long address = Bound.CALLS.malloc(bytes);
        if (address == 0) {
            throw new IOException("%d MiB of memory are not to be had".formatted(bytes >> 20));
        }
        var unused = Bound.CALLS.memset(address, 1, bytes);
        return () -> Bound.CALLS.free(address);
    }

    /** Where the calls find their arguments and leave results. */
    private static final class Layout {
        private static final int PID = 0;
        private static final int STATUS = 8;
        private static final int COUNT = 16;
        private static final int PIPES = 24;
        private static final int POLLED = 32;
        private static final int USAGE = 64;

        /** At least as long as in glibc and musl: 80 and 336 bytes. */
        private static final int ACTIONS = 512;

        private static final int ATTRIBUTES = 1024;
        private static final int TOTAL_BYTES = 2048;

        /** {@code pollfd}: a descriptor, wanted and returned events. */
        private static final int POLLED_BYTES = 8;

        private final ByteBuffer memory = AlignedMemory.allocate(TOTAL_BYTES);
        private final long start = CLibrary.addressOf(memory);
        private final long pid = start + PID;
        private final long status = start + STATUS;
        private final long count = start + COUNT;
        private final long pipes = start + PIPES;
        private final long polled = start + POLLED;
        private final long usage = start + USAGE;
        private final long actions = start + ACTIONS;
        private final long attributes = start + ATTRIBUTES;

        int pipeEnd(int number) {
            return memory.getInt(PIPES + number * Integer.BYTES);
        }

        void watch(int writable, int readable) {
            memory.putInt(POLLED, writable).putShort(POLLED + Integer.BYTES, POLLOUT);
            memory.putInt(POLLED + POLLED_BYTES, readable).putShort(POLLED + POLLED_BYTES + Integer.BYTES, POLLIN);
        }

        boolean isReady(int number) {
            return memory.getShort(POLLED + number * POLLED_BYTES + Integer.BYTES + Short.BYTES) != 0;
        }

        long micros(int offset) {
            return used(offset) * 1_000_000 + used(offset + Long.BYTES);
        }

        long used(int offset) {
            return memory.getLong(USAGE + offset);
        }

        void require(String call, int error) throws FailedCallException {
            if (error != 0) {
                throw FailedCallException.returned(call, error);
            }
        }
    }

    /** Texts in memory of C, and the array of their addresses that ends with a null. */
    private static final class Texts {
        private final ByteBuffer memory;
        private final int count;

        Texts(List<String> texts) {
            count = texts.size();
            List<byte[]> bytes = texts.stream()
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .toList();
            int table = (count + 1) * Long.BYTES;
            memory = ByteBuffer.allocateDirect(table
                            + bytes.stream().mapToInt(each -> each.length + 1).sum())
                    .order(ByteOrder.nativeOrder());
            long start = CLibrary.addressOf(memory);
            memory.position(table);
            for (int i = 0; i < count; i++) {
                memory.putLong(i * Long.BYTES, start + memory.position());
                memory.put(bytes.get(i)).put((byte) 0);
            }
            memory.position(0);
        }

        long array() {
            return CLibrary.addressOf(memory);
        }

        long first() {
            return memory.getLong(0);
        }
    }

    /** Further calls of the C library, which only those who start programs bind. */
    public interface Calls {
        int pipe2(long descriptorsAddress, int flags);

        int poll(long polledAddress, long number, int timeoutMillis);

        int ioctl(int descriptor, long request, long address);

        int waitpid(int process, long statusAddress, int options);

        int getrusage(int whose, long usageAddress);

        long malloc(long bytes);

        void free(long address);

        long memset(long address, int value, long bytes);

        // calls that return the error's number

        int posix_spawnattr_init(long attributes);

        int posix_spawn_file_actions_init(long actions);

        int posix_spawn_file_actions_adddup2(long actions, int descriptor, int number);

        int posix_spawn_file_actions_destroy(long actions);
    }

    /** Initialised at first use, which loads native code. */
    private static final class Bound {
        static final Calls CALLS = Binding.ofThisJvm().bind(Calls.class);
    }
}
