package org.ipcbench.transports.spawn;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Listener.ServerStarter;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.ChildProgram;
import org.jspecify.annotations.Nullable;

/** The program of a session, with what the channels that start it need. */
final class PreparedProgram implements ServerStarter {
    /** The environment variable by which what was started for a session, and what that has started, is found. */
    private static final String MARK = "IPCBENCH_STARTED_FOR";

    /** The file by which a scratch directory tells that programs were started for it. */
    private static final String RECORD = "programs-started";

    private static final int MIN_TRIAL_BYTES = 64;
    private static final int MAX_TRIAL_BYTES = 1 << 15;
    private static final int MAX_WORDS_BYTES = 2000;
    private static final long LOOK_NANOS = 500_000;
    private static final long UNKNOWN = -1;

    private final String address;
    private final Program program;
    private final Map<String, String> environment;
    private final Path errors;
    private final Runnable onClose;
    private final Closeable parentMemory;
    private final long residentBytes;
    private @Nullable StartingChannel channel;

    private PreparedProgram(String address, Program program, Session session, Closeable parentMemory, Runnable onClose)
            throws IOException {
        Path directory = session.scratchDirectory();
        this.address = address;
        this.program = program;
        this.parentMemory = parentMemory;
        this.onClose = onClose;
        environment = new HashMap<>(System.getenv());
        mark(environment, directory);
        errors = directory.resolve("program-errors");
        ChildProgram.keepDescriptors();
        residentBytes = residentBytes(
                session.maxMessageBytes(), session.connectTimeout().dividedBy(4));
    }

    static PreparedProgram of(String address, Session session, Runnable onClose) throws IOException {
        try {
            Files.write(session.scratchDirectory().resolve(RECORD), new byte[0]);
            return new PreparedProgram(
                    address,
                    Program.ready(session.channel().program(), session.scratchDirectory()),
                    session,
                    ChildProgram.occupied(session.channel().parentBytes()),
                    onClose);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the program was built", e);
        }
    }

    /** Lets a process be found by the scratch directory that it was started for. */
    static void mark(Map<String, String> environment, Path scratchDirectory) {
        environment.put(MARK, scratchDirectory.toString());
    }

    /** Ends what was started for a scratch directory and lives on although its standard input has ended. */
    static void endAll(Path scratchDirectory) {
        if (!Files.exists(scratchDirectory.resolve(RECORD))) {
            return;
        }
        String mark = '\0' + MARK + "=" + scratchDirectory + '\0';
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> ('\0' + environmentOf(process.pid())).contains(mark))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static String environmentOf(long pid) {
        try {
            return new KernelFile(Path.of("/proc", Long.toString(pid), "environ"))
                    .wholeText()
                    .orElse("");
        } catch (IOException e) {
            return ""; // it has ended, or is another user's
        }
    }

    @Override
    public String address() {
        return address;
    }

    /** The channel of the session's only client: a connection would be nothing but what each call starts. */
    StartingChannel channel(Opening opening) throws IOException {
        StartingChannel open = channel;
        if (open == null) {
            open = opening.open();
            channel = open;
        }
        return open;
    }

    /** Makes a channel. */
    @FunctionalInterface
    interface Opening {
        StartingChannel open() throws IOException;
    }

    Program program() {
        return program;
    }

    Map<String, String> environment() {
        return environment;
    }

    /** The program for {@code posix_spawn}. */
    ChildProgram child() throws IOException {
        List<String> settings = new ArrayList<>();
        environment.forEach((name, value) -> settings.add(name + "=" + value));
        return new ChildProgram(program.file(), settings, errors);
    }

    /** The file for what programs write to their standard error. */
    Path errors() {
        return errors;
    }

    /** How a program has failed, with the end of what it wrote to its standard error. */
    IOException failure(String how) throws IOException {
        String said = Files.exists(errors)
                ? new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).strip() // whatever it is
                : "";
        String end =
                said.substring(Math.max(0, said.length() - MAX_WORDS_BYTES)).replace("\n", " | ");
        return new IOException(
                "the program '%s' %s%s".formatted(program.command().get(0), how, end.isEmpty() ? "" : ": " + end));
    }

    /** Starts the program once with all of its request but the last byte, so that it waits with what it takes, and ends it. */
    private long residentBytes(int maxMessageBytes, Duration patience) throws IOException {
        int bytes = Math.max(MIN_TRIAL_BYTES, Math.min(maxMessageBytes, MAX_TRIAL_BYTES));
        ByteBuffer message = ByteBuffer.allocateDirect(bytes);
        try (ChildProgram child = child()) {
            child.arguments(program.command(bytes, bytes));
            child.start();
            child.write(CLibrary.addressOf(message), bytes - 1);
            KernelFile status = new KernelFile(Path.of("/proc", Long.toString(child.pid()), "status"));
            long deadline = System.nanoTime() + patience.toNanos();
            while (System.nanoTime() < deadline) {
                boolean waits = child.hasReadAll();
                OptionalLong kibibytes = status.number("VmHWM:");
                if (waits || kibibytes.isEmpty()) {
                    return kibibytes.isPresent()
                            ? kibibytes.getAsLong() << 10
                            : UNKNOWN; // it may have ended, which the first call tells
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return UNKNOWN;
        }
    }

    @Override
    public Usage usage() throws IOException {
        Usage used = ChildProgram.usageOfChildren();
        return new Usage(
                used.userNanos(),
                used.systemNanos(),
                used.minorFaults(),
                used.majorFaults(),
                used.voluntarySwitches(),
                used.involuntarySwitches(),
                residentBytes);
    }

    @Override
    public void close() throws IOException {
        onClose.run();
        try (parentMemory) {
            if (channel != null) {
                channel.end();
            }
        }
    }
}
