package org.ipcbench.launch.command;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.control.KeptSamples;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/**
 * Settings that all peers of a run have in common.
 *
 * @param jvm the Java installation of the peers
 * @param userArguments the user's JVM arguments
 * @param classes the peers' class path
 * @param classArchive archive of these classes for the JVM; empty if there is none
 * @param timeout time limit for a pair without progress
 * @param pinning how peers get to the CPUs of their placement
 * @param mainClass name of the class that a peer runs
 * @param observer observer of the control messages of all pairs
 * @param prefixes what the peers are behind
 * @param neighbour what runs beside them
 * @param relay what is between client and server
 * @param samples the timed messages that peers keep, and where; empty if none are kept
 */
public record PeerSettings(
        Jvm jvm,
        List<String> userArguments,
        ClassPath classes,
        Optional<Path> classArchive,
        Duration timeout,
        Pinning pinning,
        String mainClass,
        ControlObserver observer,
        Prefixes prefixes,
        Neighbour neighbour,
        Relay relay,
        Optional<SampleFiles> samples) {

    /** A name instead of a class: the launcher and its peers share only this name and the control messages. */
    private static final String PEER_MAIN_CLASS = "org.ipcbench.peer.Peer";

    /** The class of a process that is both peers. */
    private static final String BOTH_MAIN_CLASS = "org.ipcbench.peer.PeerThreads";

    public PeerSettings {
        userArguments = List.copyOf(userArguments);
    }

    /** Settings of peers that load their classes from the class path alone. */
    public PeerSettings(Jvm jvm, List<String> userArguments, ClassPath classes, Duration timeout) {
        this(
                jvm,
                userArguments,
                classes,
                Optional.empty(),
                timeout,
                Pinning.OF_PROCESSES,
                PEER_MAIN_CLASS,
                ControlObserver.NONE,
                Prefixes.NONE,
                Neighbour.NONE,
                Relay.NONE,
                Optional.empty());
    }

    /** Settings of peers whose jars are in their current state. */
    public PeerSettings(Jvm jvm, List<String> userArguments, String classPath, Duration timeout) {
        this(jvm, userArguments, ClassPath.of(classPath), timeout);
    }

    /** The peers' class path, in the form that a JVM takes. */
    public String classPath() {
        return classes.text();
    }

    /** Returns a copy with an archive of the peers' classes. */
    public PeerSettings withClassArchive(Path archive) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                Optional.of(archive),
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy with one more JVM argument after the user's. */
    public PeerSettings withArgument(String argument) {
        return withArguments(List.of(argument));
    }

    /** Returns a copy with further JVM arguments after the user's. */
    public PeerSettings withArguments(List<String> further) {
        List<String> arguments = new ArrayList<>(userArguments);
        arguments.addAll(further);
        return new PeerSettings(
                jvm,
                arguments,
                classes,
                classArchive,
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy for peers on another JVM. */
    public PeerSettings withJvm(Jvm other) {
        return new PeerSettings(
                other,
                userArguments,
                classes,
                Optional.empty(),
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy with another class path. */
    public PeerSettings withClassPath(String other) {
        return new PeerSettings(
                jvm,
                userArguments,
                ClassPath.of(other),
                Optional.empty(),
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy for peers that get to their CPUs this way. */
    public PeerSettings pinnedBy(Pinning other) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                other,
                mainClass,
                observer,
                prefixes,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy with this observer of control messages. */
    public PeerSettings observedBy(ControlObserver other) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                pinning,
                mainClass,
                other,
                prefixes,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy for peers behind these prefixes. */
    public PeerSettings behind(Prefixes other) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                pinning,
                mainClass,
                observer,
                other,
                neighbour,
                relay,
                samples);
    }

    /** Returns a copy for peers beside this neighbour. */
    public PeerSettings beside(Neighbour other) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                other,
                relay,
                samples);
    }

    /** Returns a copy for peers with this relay between them. */
    public PeerSettings through(Relay other) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                neighbour,
                other,
                samples);
    }

    /** Returns a copy for peers that keep timed messages, which the launcher moves to this directory. */
    public PeerSettings keeping(KeptSamples kept, Path directory) {
        return new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                pinning,
                mainClass,
                observer,
                prefixes,
                neighbour,
                relay,
                Optional.of(new SampleFiles(kept, directory)));
    }

    /** The timed messages that peers keep, and the directory to which the launcher moves them. */
    public record SampleFiles(KeptSamples kept, Path directory) {}

    /** This JVM's class path, independent of the working directory. */
    public static String currentClassPath() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.class.path"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The command of the only peer that plays this role for this transport. */
    public LaunchCommand command(
            Transport transport, int maxMessageBytes, Placement placement, Path scratchDirectory, Role role) {
        return command(transport, maxMessageBytes, placement, scratchDirectory, PeerName.of(role), 1, 0);
    }

    /** The command of a process that plays both roles for this transport, in two threads. */
    public LaunchCommand commandOfBoth(
            Transport transport, int maxMessageBytes, Placement placement, Path scratchDirectory) {
        PeerSettings both = new PeerSettings(
                jvm,
                userArguments,
                classes,
                classArchive,
                timeout,
                pinning,
                BOTH_MAIN_CLASS,
                observer,
                prefixes,
                neighbour,
                relay,
                samples);
        return both.command(transport, maxMessageBytes, placement, scratchDirectory, PeerName.of(Role.SERVER), 2, 0);
    }

    /** The command of a peer with this number of connections of this transport, and of others that say nothing. */
    public LaunchCommand command(
            Transport transport,
            int maxMessageBytes,
            Placement placement,
            Path scratchDirectory,
            PeerName name,
            int connections,
            int idle) {
        Role role = name.role();
        Traits traits = transport.traits();
        List<String> arguments = new ArrayList<>(pinning.jvmArguments(placement, role));
        arguments.addAll(transport.jvmArguments());
        Optional<HeapLoad> heap = neighbour.heapOf(role, traits);
        heap.map(HeapLoad::jvmArgument).ifPresent(arguments::add);
        KeptSamples kept = role == Role.AUXILIARY
                ? KeptSamples.NONE
                : samples.map(SampleFiles::kept).orElse(KeptSamples.NONE);
        if (kept.isAny()) {
            arguments.add(kept.jvmArgument());
        }
        Prefix prefix = prefixes.of(role);
        return new LaunchCommand(
                prefix.jvm(jvm),
                pinning.prefix(placement, role),
                PeerMemory.forMessages(traits, maxMessageBytes, connections)
                        .plusIdle(idle)
                        .plusHeap(heap.map(HeapLoad::heapBytes).orElse(0L)
                                + kept.heapBytes(traits.hasServerPeer() ? connections : 2)),
                prefix.classPath(classPath()),
                classArchive.filter(archive -> prefix.isNone()), // its paths and its JVM are those of this side
                arguments,
                userArguments,
                mainClass,
                PeerInvocation.controlSocket(prefix.scratch(scratchDirectory), name.fileName()),
                role,
                role == Role.SERVER && traits.ownsStandardStreams(),
                prefix);
    }
}
