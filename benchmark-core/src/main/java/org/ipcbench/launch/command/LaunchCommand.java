package org.ipcbench.launch.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.workload.Role;

/**
 * The command that starts a peer: a pure function of these values.
 *
 * @param jvm the Java installation
 * @param binding the placement's command; may be empty
 * @param memory fixed heap and direct memory
 * @param classPath where the peer finds its classes
 * @param classArchive archive of these classes for the JVM; empty if there is none
 * @param transportArguments JVM arguments that the placement and the transport need
 * @param userArguments the user's JVM arguments; they come last and take precedence
 * @param mainClass name of the class to run
 * @param controlSocket the launcher's socket
 * @param role the role of the peer
 * @param ownsStandardStreams whether a transport's messages pass by the peer's standard input and output
 * @param prefix what the peer is behind
 */
public record LaunchCommand(
        Jvm jvm,
        List<String> binding,
        PeerMemory memory,
        String classPath,
        Optional<Path> classArchive,
        List<String> transportArguments,
        List<String> userArguments,
        String mainClass,
        Path controlSocket,
        Role role,
        boolean ownsStandardStreams,
        Prefix prefix) {
    /**
     * From this Java version on, memory access through sun.misc.Unsafe has to be allowed by a flag; Java 17 would not
     * start with that flag.
     */
    private static final int UNSAFE_WARNS_FROM = 23;

    /** From this Java version on, the JDK writes classes by its own {@code java.lang.classfile} instead of ASM. */
    private static final int CLASS_FILES_FROM = 24;

    /** The garbage collector of every peer, unless the user chooses another one: a JVM does not start with two. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    private static final Pattern CHOICE_OF_A_COLLECTOR =
            Pattern.compile("-XX:\\+Use(?:Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");

    /**
     * To link native calls, the JDK writes many classes, so that HotSpot compiles the writer's largest method. The
     * compilation takes 350 ms, while the measured methods wait to be compiled. The interpreter is fast enough for the
     * writer.
     */
    private static final List<String> WRITE_CLASSES_UNCOMPILED =
            List.of("-XX:CompileCommand=exclude,jdk.internal.classfile.impl.StackMapGenerator::processBlock");

    /**
     * A receiver that spins before it sleeps in a selector sleeps there too seldom in the warm-up. In the measured part the
     * compiler would take a CPU from the messages for 20 ms, so these methods are compiled after a tenth of the usual calls.
     */
    private static final List<String> COMPILE_SELECTORS_EARLY = Stream.of(
                    "sun.nio.ch.SelectorImpl::lockAndDoSelect",
                    "sun.nio.ch.SelectorImpl::processDeregisterQueue",
                    "sun.nio.ch.EPollSelectorImpl::doSelect",
                    "java.util.HashMap::get",
                    "java.util.HashMap::getNode")
            .map(method -> "-XX:CompileCommand=CompileThresholdScaling," + method + ",0.1")
            .toList();

    /**
     * The periodic tasks of the JVM's own threads, in ten minutes instead of every second or more often: each one would
     * interrupt the measuring thread.
     */
    private static final List<String> RARE_TASKS = List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:GuaranteedSafepointInterval=600000",
            "-XX:AsyncDeflationInterval=600000");

    /** Flags of a JVM that waits beside the measured ones. */
    public static final List<String> IDLE_FLAGS = Stream.concat(
                    Stream.of("-XX:-UsePerfData", COLLECTOR), RARE_TASKS.stream())
            .toList();

    /** From this Java version on at the latest, a further task can be made rare. */
    private static final int CLEANUP_INTERVAL_FROM = 25;

    private static final String SHELL = "/bin/sh";

    /**
     * Peers ignore Ctrl-C, which reaches every process of the terminal's process group, because the launcher ends its
     * peers itself. A JVM keeps ignoring a signal that was ignored when it started.
     */
    private static final List<String> IGNORE_INTERRUPT = List.of(SHELL, "-c", "trap '' INT; exec \"$0\" \"$@\"");

    public List<String> toList() {
        return ignoringInterrupts(withoutShell());
    }

    private static List<String> ignoringInterrupts(List<String> words) {
        List<String> command = new ArrayList<>(IGNORE_INTERRUPT);
        command.addAll(words);
        return command;
    }

    /** The command for containers without a shell, where Ctrl-C ends the peers together with the launcher. */
    List<String> withoutShell() {
        List<String> command = new ArrayList<>(prefix.command());
        command.addAll(binding);
        command.addAll(prefix.words(ofJvm()));
        command.addAll(List.of(controlSocket.toString(), role.label()));
        if (isControlledByStreams()) {
            command.add(PeerInvocation.STREAMS);
        }
        if (!prefix.sharesFiles()) {
            command.add(PeerInvocation.OWN_DIRECTORY);
        }
        return command;
    }

    /** Whether standard input and output take the control socket's place, as every prefix carries them. */
    public boolean isControlledByStreams() {
        return !prefix.isNone() && !ownsStandardStreams;
    }

    private List<String> ofJvm() {
        List<String> command = new ArrayList<>(List.of(jvm.executable().toString()));
        command.addAll(fixedFlags());
        // libraries unpack native code there, and files that a killed peer leaves are deleted with its scratch
        // directory
        command.add("-Djava.io.tmpdir=" + controlSocket.resolveSibling(""));
        command.addAll(transportArguments);
        command.addAll(userArguments);
        command.addAll(List.of("-cp", classPath, mainClass));
        return command;
    }

    /** The process builder, ready to be started on this machine. */
    public ProcessBuilder process() {
        return builder(withoutShell());
    }

    /** The process builder of another command that Ctrl-C must not end. */
    public static ProcessBuilder builder(List<String> words) {
        return new ProcessBuilder(Files.isExecutable(Path.of(SHELL)) ? ignoringInterrupts(words) : words);
    }

    /**
     * The flags of every peer, recorded with the environment. They are the same for all measurements, except for the
     * garbage collector, which the user may choose.
     */
    public List<String> fixedFlags() {
        List<String> flags = new ArrayList<>(List.of(
                "-XX:-UseDynamicNumberOfCompilerThreads", // CostMeter would lose the CPU time of threads that end
                "-Xms" + memory.heapBytes(),
                "-Xmx" + memory.heapBytes(),
                "-XX:MaxDirectMemorySize=" + memory.directBytes(),
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+DisplayVMOutputToStderr",
                "-XX:+ErrorFileToStderr",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "--enable-native-access=ALL-UNNAMED"));
        flags.addAll(RARE_TASKS);
        flags.add("-XX:CompileCommand=quiet");
        flags.addAll(COMPILE_SELECTORS_EARLY);
        if (jvm.feature() >= CLEANUP_INTERVAL_FROM) {
            flags.add("-XX:ServiceThreadCleanupInterval=600000");
        }
        if (userArguments.stream().noneMatch(LaunchCommand::choosesCollector)) {
            flags.add(0, COLLECTOR);
        }
        if (jvm.feature() >= CLASS_FILES_FROM) {
            flags.addAll(WRITE_CLASSES_UNCOMPILED);
        }
        if (jvm.feature() >= UNSAFE_WARNS_FROM) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        classArchive.ifPresent(archive -> flags.addAll(List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + archive)));
        return flags;
    }

    private static boolean choosesCollector(String argument) {
        return CHOICE_OF_A_COLLECTOR.matcher(argument).matches();
    }
}
