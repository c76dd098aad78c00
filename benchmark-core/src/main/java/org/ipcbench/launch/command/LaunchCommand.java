package org.ipcbench.launch.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ipcbench.workload.Role;

/**
 * How a peer is started: a pure function of what was asked.
 *
 * @param jvm the Java installation
 * @param prefix the placement's command, may be empty
 * @param memory fixed heap and direct memory
 * @param classPath where the peer finds its classes
 * @param classArchive these classes as a JVM's archive; empty where there is none
 * @param transportArguments what the transport needs
 * @param userArguments what the user gave; they come last and win
 * @param mainClass name of the class to run
 * @param controlSocket the launcher's socket
 * @param role which half the peer plays
 */
public record LaunchCommand(
        Jvm jvm,
        List<String> prefix,
        PeerMemory memory,
        String classPath,
        Optional<Path> classArchive,
        List<String> transportArguments,
        List<String> userArguments,
        String mainClass,
        Path controlSocket,
        Role role) {
    /** From this Java version on, memory access through sun.misc.Unsafe has to be allowed; 17 would not start with it. */
    private static final int UNSAFE_WARNS_FROM = 23;

    /** From this Java version on, the JDK writes classes by its own {@code java.lang.classfile} instead of ASM. */
    private static final int CLASS_FILES_FROM = 24;

    /** The collector of every peer, unless the user chooses another: a JVM does not start with two. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    private static final Pattern CHOICE_OF_A_COLLECTOR =
            Pattern.compile("-XX:\\+Use(?:Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");

    /**
     * To link native calls, the JDK writes so many classes that HotSpot compiles the largest method of the writer. That takes
     * 350 ms, while the methods that are measured wait to be compiled; the interpreter is fast enough for it.
     */
    private static final List<String> WRITE_CLASSES_UNCOMPILED = List.of(
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=exclude,jdk.internal.classfile.impl.StackMapGenerator::processBlock");

    private static final String SHELL = "/bin/sh";

    /**
     * Ctrl-C reaches every process of the terminal's group, and the launcher ends its peers itself: they ignore it. A
     * JVM keeps a signal ignored that was ignored when it started.
     */
    private static final List<String> IGNORE_INTERRUPT = List.of(SHELL, "-c", "trap '' INT; exec \"$0\" \"$@\"");

    public List<String> toList() {
        List<String> command = new ArrayList<>(IGNORE_INTERRUPT);
        command.addAll(withoutShell());
        return command;
    }

    /** The command for containers without a shell; there, Ctrl-C ends the peers together with the launcher. */
    List<String> withoutShell() {
        List<String> command = new ArrayList<>(prefix);
        command.add(jvm.executable().toString());
        command.addAll(fixedFlags());
        // libraries unpack native code there, and what a killed peer leaves goes with its scratch directory
        command.add("-Djava.io.tmpdir=" + controlSocket.resolveSibling(""));
        command.addAll(transportArguments);
        command.addAll(userArguments);
        command.addAll(List.of("-cp", classPath, mainClass, controlSocket.toString(), role.label()));
        return command;
    }

    /** Ready to be started on this machine. */
    public ProcessBuilder process() {
        return new ProcessBuilder(Files.isExecutable(Path.of(SHELL)) ? toList() : withoutShell());
    }

    /**
     * The flags of every peer, the same for all measurements but for the collector, which the user may choose; recorded with
     * the environment.
     */
    public List<String> fixedFlags() {
        List<String> flags = new ArrayList<>(List.of(
                "-XX:-UseDynamicNumberOfCompilerThreads", // CostMeter would lose the CPU time of those that end
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
