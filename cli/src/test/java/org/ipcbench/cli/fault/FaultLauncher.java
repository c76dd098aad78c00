package org.ipcbench.cli.fault;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.cli.Main;
import org.ipcbench.cli.fault.Fault.Moment;
import org.ipcbench.cli.fault.Fault.Signal;
import org.ipcbench.cli.fault.Fault.Victim;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.workload.Role;
import org.jspecify.annotations.Nullable;

/**
 * The program, with faults: in each iteration at most one of its processes gets a signal, as soon as the control messages
 * tell that the moment has come. Only this class, which no jar contains, makes a launcher with an observer.
 */
final class FaultLauncher implements ControlObserver {
    /** Longer than the shortest pause that is always noticed, shorter than the time-out. */
    private static final String PAUSE = "1.5";

    /** A signal has had its effect within this time; a launcher that is not driving for longer takes that for a pause. */
    private static final Duration EFFECT = Duration.ofMillis(500);

    private static final Duration POLL = Duration.ofMillis(2);

    /** The log, the peers' class path and the faults; the program's own arguments follow. */
    private static final int OWN_ARGUMENTS = 3;

    private static final Pattern ENDED = Pattern.compile("verbose: .*, iteration \\d+: (failed: |start ).*");
    private static final Pattern REPEATED = Pattern.compile(".*; iteration \\d+ is repeated");

    private final FaultLog log;
    private final List<Optional<Fault>> faults;
    /** Whether a measured part begins when a peer is stopped, which no message tells. */
    private final boolean isOfDeaths;

    private int iteration;
    private boolean injected;
    private boolean clientReady;
    private boolean measuring;
    private Path scratch = Path.of("");

    private FaultLauncher(FaultLog log, List<Optional<Fault>> faults, boolean isOfDeaths) {
        this.log = log;
        this.faults = faults;
        this.isOfDeaths = isOfDeaths;
    }

    /**
     * Runs the program.
     *
     * @param arguments log, class path of the peers, faults, and those of the program
     */
    public static void main(String[] arguments) {
        FaultLauncher launcher = new FaultLauncher(
                new FaultLog(Path.of(arguments[0])),
                FaultTrial.parse(arguments[2]),
                arguments[OWN_ARGUMENTS].equals("fail"));
        Terminal.outlive();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream notes = launcher.new Notes();
        Terminal terminal = new Terminal(System.in, out, notes, out, notes);
        CliContext context = new CliContext(terminal, FaultTrial.registry(), arguments[1], launcher);
        System.exit(Main.commandLine(context).execute(Arrays.copyOfRange(arguments, OWN_ARGUMENTS, arguments.length)));
    }

    @Override
    public void passes(Role role, ControlMessage message) {
        if (message instanceof Assign assign) {
            scratch = assign.session().scratchDirectory();
        }
        due().filter(fault -> isReached(fault, role, message)).ifPresent(this::inject);
        if (injected && message instanceof Finished && isVictim(role)) {
            log.finished(iteration);
        }
        clientReady |= role == Role.CLIENT && message instanceof Ready;
        measuring |= role == Role.CLIENT && message instanceof Go;
        if (isOfDeaths && role == Role.CLIENT && message instanceof Go) {
            due().ifPresent(fault -> new Thread(() -> injectBesideStopped(fault)).start());
        }
    }

    private void injectBesideStopped(Fault fault) {
        try {
            while (ProcessHandle.current().children().noneMatch(child -> state(child.pid()) == 'T')) {
                Thread.sleep(POLL.toMillis());
            }
            inject(fault);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void looks(Role role, long messages) {
        if (role == Role.CLIENT && clientReady && messages > 0 && !isOfDeaths) {
            Moment moment = measuring ? Moment.MEASURED : Moment.WARM_UP;
            due().filter(fault -> fault.moment() == moment).ifPresent(this::inject);
        }
    }

    private Optional<Fault> due() {
        return injected || iteration >= faults.size() ? Optional.empty() : faults.get(iteration);
    }

    private boolean isVictim(Role role) {
        return faults.get(iteration)
                .filter(fault -> fault.victim().isStarted() && fault.victim().role() == role)
                .isPresent();
    }

    private boolean isReached(Fault fault, Role role, ControlMessage message) {
        return switch (fault.moment()) {
            case BEFORE_READY ->
                message instanceof Assign
                        && (!fault.victim().isStarted() || fault.victim().role() == role);
            case WARM_UP ->
                !measuring && role == Role.CLIENT && message instanceof Armed; // otherwise a look comes first
            case MEASURED -> false; // a look tells
            case AT_THE_END -> role == Role.CLIENT && message instanceof Finished;
        };
    }

    private void inject(Fault fault) {
        injected = true;
        ProcessHandle self = ProcessHandle.current();
        List<Long> processes = Stream.concat(Stream.of(self), self.children())
                .map(ProcessHandle::pid)
                .toList();
        long target = fault.victim().isStarted() ? pid(fault.victim().role()) : self.pid();
        try {
            log.injected(iteration, processes, scratch);
            Process signalling = send(fault.signal(), fault.victim() == Victim.GROUP ? -target : target);
            if (fault.victim().isStarted()) {
                awaitEffect(fault.signal(), target);
            } else if (fault.signal() == Signal.PAUSE) {
                signalling.waitFor();
            } else {
                Thread.sleep(EFFECT.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the effect of what the launcher itself has got
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From a session of its own, which the signal does not reach; some shells' own {@code kill} takes no group. */
    private static Process send(Signal signal, long target) throws IOException {
        String script = signal == Signal.PAUSE
                ? "env kill -STOP -- \"$1\"; sleep " + PAUSE + "; env kill -CONT -- \"$1\""
                : "env kill -" + signal + " -- \"$1\"";
        return new ProcessBuilder("setsid", "sh", "-c", script, "sh", Long.toString(target))
                .inheritIO()
                .start();
    }

    /** A stopped or killed process does nothing more after this; others end when they have heard the signal. */
    private static void awaitEffect(Signal signal, long pid) throws InterruptedException {
        boolean atOnce = signal == Signal.KILL || signal == Signal.STOP || signal == Signal.PAUSE;
        long deadlineNanos = System.nanoTime() + EFFECT.toNanos();
        while (atOnce && isRunning(pid) && System.nanoTime() < deadlineNanos) {
            Thread.sleep(POLL.toMillis());
        }
    }

    private static boolean isRunning(long pid) {
        return "TtZX".indexOf(state(pid)) < 0;
    }

    /** The kernel's letter for a process's state, X for one that has ended. */
    private static char state(long pid) {
        try {
            String status = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return status.charAt(status.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'X';
        }
    }

    /** A relay is a descendant: a shell looks after it. */
    private static long pid(Role role) {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").endsWith(" " + role.label())
                        || (role == Role.AUXILIARY
                                && Stream.of(child.info().arguments().orElse(new String[0]))
                                        .findFirst()
                                        .filter("--relay"::equals)
                                        .isPresent()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + role.label()))
                .pid();
    }

    /** Standard error, whose lines tell when an iteration is over. */
    private final class Notes extends PrintStream {
        Notes() {
            super(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        }

        @Override
        public void println(@Nullable String line) {
            super.println(line);
            boolean repeated = REPEATED.matcher(String.valueOf(line)).matches();
            boolean ended = ENDED.matcher(String.valueOf(line)).matches();
            if (repeated || ended) {
                log.reported(iteration);
                clientReady = false;
                measuring = false;
            }
            if (ended) {
                iteration++;
                injected = false;
            }
        }
    }
}
