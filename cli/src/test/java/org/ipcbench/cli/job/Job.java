package org.ipcbench.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.workload.Role;

/** The program as users run it: the shaded jar in a JVM of its own, with its own directory for everything it leaves. */
public final class Job implements AutoCloseable {
    public static final Path JAR =
            Path.of("..", "target", "ipc-benchmarktest.jar").toAbsolutePath().normalize();
    /** For a program that hangs; others may keep this machine busy. */
    public static final Duration DEADLINE = Duration.ofMinutes(3);

    /** Fewer than the usual eighty, so that a bar of the usual length would not fit. */
    public static final int TERMINAL_COLUMNS = 60;

    /** A prefix for a run whose few peers start sooner without an archive of a plugin's or a copy's classes than that is made. */
    public static final List<String> WITHOUT_CLASS_ARCHIVE = List.of("env", "XDG_CACHE_HOME=/dev/null");

    private static final Duration POLL = Duration.ofMillis(20);
    /** Not the user's; all jobs have it in common, as the runs of a user have. */
    public static final Path CACHES = Path.of("target", "caches").toAbsolutePath();

    /** The launcher measures nothing and ends soon; its peers have the JVM's usual compilers. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final String ONE_COLLECTOR_THREAD = "-XX:+UseSerialGC";

    private static final List<String> FOREIGN_OPTIONS =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final List<String> DEFAULT_INTERRUPT = List.of("env", "--default-signal=INT");
    private static final String IGNORED_SIGNALS = "SigIgn:";
    private static final int SIGINT = 2;

    private final JobSite site;
    private final Process process;
    private final Path out;
    private final Path err;

    private Job(JobSite site, Process process, Path out, Path err) {
        this.site = site;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts the program; its output directory is the site's. */
    public static Job start(JobSite site, String... arguments) throws IOException {
        return startBehind(site, List.of(), arguments);
    }

    /** Starts the program behind a command that ends in running its arguments. */
    public static Job startBehind(JobSite site, List<String> prefix, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", site.output().toString()));
        return launch(site, prefix, jar(), all);
    }

    /**
     * Starts the program on a terminal of its own, which is standard input, output and error: {@link #out} is what the
     * terminal gets. The files {@code before}, {@code after} and {@code code} of the site tell its settings and the exit
     * code, and no key keeps them from being written. With {@code noflsh}, because a terminal otherwise discards at
     * each Ctrl-C what it has not shown yet.
     */
    public static Job startOnTerminal(JobSite site, String... arguments) throws IOException {
        String session = """
                trap : INT HUP; cd %s; stty columns %d noflsh; stty -a > before; \
                $*; code=\\$?; trap '' INT; echo \\$code > code; stty -a > after""".formatted(site.root(), TERMINAL_COLUMNS);
        String script = "SHELL=/bin/sh exec script -qfc \"%s\" /dev/null".formatted(session);
        return startBehind(site, List.of("sh", "-c", script, "sh"), arguments);
    }

    /** Starts a main class of these tests, which sees the jar, behind a command; its output directory is the site's. */
    public static Job startMain(JobSite site, List<String> prefix, Class<?> main, List<String> arguments)
            throws IOException {
        Path tests = Path.of("target", "test-classes").toAbsolutePath();
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--output", site.output().toString()));
        return launch(site, prefix, program("-cp", JAR + File.pathSeparator + tests, main.getName()), all);
    }

    /** Starts the program from a copy of its jar, behind a command; its output directory is the site's. */
    public static Job startFrom(JobSite site, List<String> prefix, Path jar, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", site.output().toString()));
        return launch(site, prefix, List.of("-jar", jar.toString()), all);
    }

    /** Starts the program in a JVM with these arguments; its output directory is the site's. */
    public static Job startInJvm(JobSite site, List<String> jvmArguments, String... arguments) throws IOException {
        List<String> program = new ArrayList<>(jvmArguments);
        program.addAll(jar());
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", site.output().toString()));
        return launch(site, List.of(), program, all);
    }

    /** Starts a program of one source file that has this program's jar as its class path, in the site's directory. */
    public static Job startSource(JobSite site, Path source) throws IOException {
        List<String> here = List.of("env", "--chdir=" + site.root());
        return launch(site, here, List.of("-cp", JAR.toString(), source.toString()), List.of());
    }

    /** Starts the program behind a command, where it is to leave no files and {@link #type} answers its questions. */
    public static Job startDialogue(JobSite site, List<String> prefix, String... arguments) throws IOException {
        return launch(site, prefix, jar(), List.of(arguments));
    }

    private static Job launch(JobSite site, List<String> prefix, List<String> program, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(java());
        command.addAll(List.of("-Djava.io.tmpdir=" + site.temporary(), "-Duser.language=en"));
        command.addAll(program);
        command.addAll(arguments);
        Path out = Files.createTempFile(site.root(), "out", "");
        Path err = Files.createTempFile(site.root(), "err", "");
        ProcessBuilder builder = builder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        return new Job(site, builder.start(), out, err);
    }

    /** The program's jar, with the archive of its classes. */
    private static List<String> jar() throws IOException {
        return program("-jar", JAR.toString());
    }

    /** JVM arguments of a program whose class path begins with the jar. */
    private static List<String> program(String... arguments) throws IOException {
        return Stream.concat(LauncherArchive.jvmArguments().stream(), Stream.of(arguments))
                .toList();
    }

    /** How every command of a launcher begins. */
    static List<String> java() {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ONE_COMPILER,
                ONE_COLLECTOR_THREAD));
    }

    /** A launcher's process, with the caches of all jobs, which a SIGINT ends wherever these tests run. */
    static ProcessBuilder builder(List<String> command) {
        List<String> interruptible = new ArrayList<>(ignoresInterrupts() ? DEFAULT_INTERRUPT : List.of());
        interruptible.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(interruptible);
        builder.environment().keySet().removeAll(FOREIGN_OPTIONS);
        builder.environment().put("XDG_CACHE_HOME", CACHES.toString());
        return builder;
    }

    /** A script's background jobs ignore SIGINT, and so do the processes that they start. */
    private static boolean ignoresInterrupts() {
        return ProcessStatus.ofThisProcess().lines().stream()
                .filter(line -> line.startsWith(IGNORED_SIGNALS))
                .anyMatch(line ->
                        new BigInteger(line.substring(IGNORED_SIGNALS.length()).strip(), 16).testBit(SIGINT - 1));
    }

    /** Waits for its end. */
    public int exitCode() throws InterruptedException {
        return exitCode(DEADLINE);
    }

    /** Waits for its end as long as it may take. */
    public int exitCode(Duration deadline) throws InterruptedException {
        if (!process.waitFor(deadline.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the program still runs after " + deadline);
        }
        return process.exitValue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Standard output so far. */
    public List<String> out() throws IOException {
        return Files.readAllLines(out);
    }

    /** Standard error so far. */
    public List<String> err() throws IOException {
        return Files.readAllLines(err);
    }

    /** Standard error after the line that says what is about to be measured, without what a slow machine adds. */
    public List<String> notes() throws IOException {
        List<String> lines = err().stream().dropWhile(Job::isPreliminary).toList();
        assertThat(lines).first().asString().matches(".*JDK .*; \\d+ cells?, \\d+ iterations? each; about .*");
        return lines.stream()
                .skip(1)
                .filter(line -> !line.startsWith("the first round took "))
                .toList();
    }

    /** Whether a line may stand before that: not every job finds or makes an archive, and not every machine is fit to measure. */
    public static boolean isPreliminary(String line) {
        return Stream.of("creating a class archive in ", "peers start without a class archive, ", "doctor: ")
                .anyMatch(line::startsWith);
    }

    /** Answers what the program asks, a line each. */
    public void type(String... lines) throws IOException {
        for (String line : lines) {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        process.getOutputStream().flush();
    }

    /** Presses a key of the terminal. */
    public void press(char key) throws IOException {
        process.getOutputStream().write(key);
        process.getOutputStream().flush();
    }

    /** Nobody answers any more. */
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Waits until so many lines of standard output begin with a text. */
    public void awaitOut(String beginning, int lines) {
        await().atMost(DEADLINE)
                .pollInterval(POLL)
                .until(() -> out().stream()
                                .filter(line -> line.startsWith(beginning))
                                .count()
                        == lines);
    }

    /** Waits until both peers of the pair are there. */
    public List<Long> awaitPair() {
        return List.of(awaitPeer(Role.CLIENT).pid(), awaitPeer(Role.SERVER).pid());
    }

    /** Waits until one peer is there. It may look gone for a moment while it starts, so the same look finds and returns it. */
    public ProcessHandle awaitPeer(Role role) {
        return await().atMost(DEADLINE)
                .pollInterval(POLL)
                .until(() -> peer(role), Optional::isPresent)
                .orElseThrow();
    }

    /** Waits until both peers of a named pipe's cell have connected, which is when they start to stream. */
    public ProcessHandle awaitStreaming(Role role) {
        await().atMost(DEADLINE)
                .pollInterval(POLL)
                .until(() -> Stream.of(Role.CLIENT, Role.SERVER)
                        .allMatch(
                                each -> peer(each).filter(Job::hasUnlinkedFifo).isPresent()));
        return awaitPeer(role);
    }

    /** Waits until the peers of an iteration exchange messages, as {@code --verbose} says, and returns one of them. */
    public ProcessHandle awaitMeasuring(int iteration, Role role) {
        Pattern line = Pattern.compile("verbose: .*, iteration %d: measuring".formatted(iteration));
        await().atMost(DEADLINE).pollInterval(POLL).until(() -> err().stream().anyMatch(line.asMatchPredicate()));
        return awaitPeer(role);
    }

    /** Sends a signal to the launcher alone. */
    public void kill(String signal) throws IOException, InterruptedException {
        kill(signal, Long.toString(process.pid()));
    }

    /** Sends a signal to a process, or with a minus sign to its group. */
    public static void kill(String signal, String target) throws IOException, InterruptedException {
        run("kill", "-" + signal, "--", target);
    }

    /** Runs a command that has to succeed. */
    public static void run(String... command) throws IOException, InterruptedException {
        int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exitCode != 0) {
            throw new IOException(String.join(" ", command) + " ended with exit code " + exitCode);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Whether a signal has stopped the launcher, so that it does nothing until another one wakes it up. */
    public boolean isStopped() throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return status.charAt(status.lastIndexOf(')') + 2) == 'T';
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
        site.processes().forEach(ProcessHandle::destroyForcibly);
        await().atMost(DEADLINE).pollInterval(POLL).until(() -> site.processes().isEmpty());
    }

    /** A running process of the current iteration. */
    public Optional<ProcessHandle> peer(Role role) {
        return process.descendants()
                .filter(child -> child.info().commandLine().orElse("").endsWith(" " + role.label()))
                .findFirst();
    }

    /** The launcher, where it is behind other processes. */
    public ProcessHandle launcher() {
        return process.descendants()
                .filter(each -> each.info().command().orElse("").endsWith("java"))
                .filter(each -> each.info().commandLine().orElse("").contains(" -jar "))
                .findFirst()
                .orElseThrow();
    }

    /** Named pipes are unlinked once both sides have them open. */
    private static boolean hasUnlinkedFifo(ProcessHandle peer) {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(peer.pid()), "fd"))) {
            return descriptors.map(Job::target).anyMatch(target -> target.endsWith(".fifo (deleted)"));
        } catch (IOException e) {
            return false; // it has just ended
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
