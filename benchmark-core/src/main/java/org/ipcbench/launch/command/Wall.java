package org.ipcbench.launch.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.control.Surroundings;

/**
 * What stands between the launcher and a peer: a prefix, such as {@code podman exec -i c}, that runs the peer's command elsewhere, and
 * the program that the peer runs.
 *
 * @param prefix the words of the command; empty if there is no wall
 * @param java the Java command on the other side; empty for the launcher's
 * @param jar the jars on the other side; empty for the launcher's class path
 * @param deploys whether the launcher's jars are still to be copied there
 * @param program the peer's program
 * @param there where a peer behind the prefix runs; empty as long as none was asked
 * @param sharesFiles whether such a peer sees the launcher's scratch directories
 * @param sharesClock whether it is known to read the launcher's clock
 */
public record Wall(
        List<String> prefix,
        Optional<String> java,
        Optional<String> jar,
        boolean deploys,
        PeerProgram program,
        Optional<Surroundings> there,
        boolean sharesFiles,
        boolean sharesClock) {
    /** No wall, and this program. */
    public static final Wall NONE = of(List.of());

    public Wall {
        prefix = List.copyOf(prefix);
    }

    /** The wall of this prefix, before anybody has looked behind it. */
    public static Wall of(List<String> prefix) {
        return new Wall(
                prefix,
                Optional.empty(),
                Optional.empty(),
                false,
                PeerProgram.JAVA,
                Optional.empty(),
                true,
                prefix.isEmpty());
    }

    /** Whether there is no wall. */
    public boolean isOpen() {
        return prefix.isEmpty();
    }

    /** Whether this program runs beside the launcher, so that nobody has to look behind the wall. */
    public boolean isUsual() {
        return isOpen() && program.isJava();
    }

    /** Returns a copy for a peer of another program. */
    public Wall running(PeerProgram other) {
        return new Wall(prefix, java, jar, deploys, other, there, sharesFiles, sharesClock);
    }

    /** Returns a copy with the programs of the other side; without a wall, there is no other side. */
    public Wall with(Optional<String> javaThere, Optional<String> jarThere) {
        return isOpen() ? this : new Wall(prefix, javaThere, jarThere, false, program, there, sharesFiles, sharesClock);
    }

    /** Returns a copy to which the launcher's jars are to be copied; without a wall, they are there. */
    public Wall deploying() {
        return isOpen() ? this : new Wall(prefix, java, jar, true, program, there, sharesFiles, sharesClock);
    }

    /**
     * Returns a copy with what a peer has told of its side.
     *
     * @param clockIsShared whether it reads the launcher's clock
     */
    public Wall leadingTo(Surroundings found, boolean filesAreShared, boolean clockIsShared) {
        return new Wall(prefix, java, jar, deploys, program, Optional.of(found), filesAreShared, clockIsShared);
    }

    /**
     * Whether the peer runs under another kernel than the launcher, on CPUs that the launcher does not know. A program that does not
     * tell its kernel, and sees the launcher's files, runs under the same one.
     */
    public boolean leadsToAnotherHost(Surroundings launcher) {
        return there.filter(
                        found -> !found.sharesKernel(launcher) && !(found.boot().isEmpty() && sharesFiles))
                .isPresent();
    }

    /** Prefix and program as one text, for people. */
    public String label() {
        List<String> words = new ArrayList<>(prefix);
        if (!program.isJava()) {
            words.add(program.name());
        }
        return String.join(" ", words);
    }

    /** Why the program cannot answer a question about a transport, as it reports; empty if it can. */
    public Optional<String> lack(String transport, String question) {
        return there.map(Surroundings::speaks).flatMap(skills -> skills.lack(transport, question));
    }

    /** The words of another program than this one, or of this program's command for its JVM. */
    public List<String> words(List<String> ofJvm) {
        return program.isJava() ? ofJvm : program.command();
    }

    /** The Java installation of the peer. */
    Jvm jvm(Jvm launchers) {
        return isOpen() || !program.isJava() || there.isEmpty()
                ? launchers
                : new Jvm(Path.of(there.get().javaHome()), there.get().javaVersion());
    }

    /** The peer's class path. */
    String classPath(String launchers) {
        return jar.orElse(launchers);
    }

    /** The peer's scratch directory, if this one is the launcher's. */
    public Path scratch(Path launchers) {
        return sharesFiles
                ? launchers
                : there.orElseThrow()
                        .temporary()
                        .resolve(launchers.getFileName().toString());
    }
}
