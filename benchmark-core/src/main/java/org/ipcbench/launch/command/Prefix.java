package org.ipcbench.launch.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.control.Surroundings;

/**
 * The prefix of a peer: a command, such as {@code podman exec -i c}, that runs the peer's command elsewhere, and the program that the
 * peer runs.
 *
 * @param command its words; empty if there is no prefix
 * @param java Java on the other side; empty for the launcher's
 * @param program the peer's program
 * @param there where a peer behind the prefix runs; empty as long as none was asked
 * @param sharesFiles whether such a peer sees the launcher's scratch directories
 * @param sharesClock whether it is known to read the launcher's clock
 */
public record Prefix(
        List<String> command,
        Optional<RemoteJava> java,
        PeerProgram program,
        Optional<Surroundings> there,
        boolean sharesFiles,
        boolean sharesClock) {
    /**
     * Java behind a prefix.
     *
     * @param command the Java command
     * @param jar this program's jars there; empty if they are to be copied there
     */
    public record RemoteJava(String command, Optional<String> jar) {
        private static final String SEPARATOR = ":";

        /** Reads what the user typed, {@code COMMAND} or {@code COMMAND:JAR}. */
        public static RemoteJava parse(String text) {
            int end = text.indexOf(SEPARATOR);
            String command = end < 0 ? text : text.substring(0, end);
            String jar = end < 0 ? "" : text.substring(end + 1);
            if (command.isBlank() || (end >= 0 && jar.isBlank())) {
                throw new IllegalArgumentException("'%s' is not of the form java or java:/path/of.jar".formatted(text));
            }
            return new RemoteJava(command, Optional.of(jar).filter(path -> !path.isEmpty()));
        }
    }

    /** No prefix, and this program. */
    public static final Prefix NONE = of(List.of());

    public Prefix {
        command = List.copyOf(command);
    }

    /** A prefix with this command, before anybody has looked behind it. */
    public static Prefix of(List<String> command) {
        return new Prefix(command, Optional.empty(), PeerProgram.JAVA, Optional.empty(), true, command.isEmpty());
    }

    /** Whether there is no prefix. */
    public boolean isNone() {
        return command.isEmpty();
    }

    /** Whether this program runs beside the launcher, so that nobody has to look behind the prefix. */
    public boolean isUsual() {
        return isNone() && program.isJava();
    }

    /** Returns a copy for a peer of another program. */
    public Prefix running(PeerProgram other) {
        return new Prefix(command, java, other, there, sharesFiles, sharesClock);
    }

    /** Returns a copy whose peer is run by this Java command; unchanged without a prefix. */
    public Prefix with(RemoteJava javaThere) {
        return isNone() ? this : new Prefix(command, Optional.of(javaThere), program, there, sharesFiles, sharesClock);
    }

    /** Whether the launcher's jars are still to be copied there. */
    public boolean needsCopy() {
        return java.isPresent() && java.get().jar().isEmpty() && program.isJava();
    }

    /**
     * Returns a copy with what a peer has told of its side.
     *
     * @param clockIsShared whether it reads the launcher's clock
     */
    public Prefix leadingTo(Surroundings found, boolean filesAreShared, boolean clockIsShared) {
        return new Prefix(command, java, program, Optional.of(found), filesAreShared, clockIsShared);
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
        List<String> words = new ArrayList<>(command);
        if (!program.isJava()) {
            words.add(program.name());
        }
        return String.join(" ", words);
    }

    /** Why the program cannot answer a question about a transport, as it reports; empty if it can. */
    public Optional<String> lack(String transport, String question) {
        return there.map(Surroundings::speaks).flatMap(skills -> skills.lack(transport, question));
    }

    /** Whether the program does what an option asks of it, as it reports. */
    public boolean takes(String option) {
        return program.isJava()
                || there.map(Surroundings::speaks)
                        .filter(skills -> skills.takes(option))
                        .isPresent();
    }

    /** Why the program does not write and read objects by a codec, as it reports; empty if it does. */
    public Optional<String> lackOfCodec(String codec) {
        return there.map(Surroundings::speaks).flatMap(skills -> skills.lackOfCodec(codec));
    }

    /** The words of another program than this one, or of this program's command for its JVM. */
    public List<String> words(List<String> ofJvm) {
        return program.isJava() ? ofJvm : program.command();
    }

    /** The Java installation of the peer. */
    Jvm jvm(Jvm launchers) {
        return isNone() || !program.isJava() || there.isEmpty()
                ? launchers
                : new Jvm(Path.of(there.get().javaHome()), there.get().javaVersion());
    }

    /** The peer's class path. */
    public String classPath(String launchers) {
        return java.flatMap(RemoteJava::jar).orElse(launchers);
    }

    /** The peer's scratch directory, if this one is the launcher's. */
    public Path scratch(Path launchers) {
        return sharesFiles
                ? launchers
                : there.orElseThrow()
                        .temporary()
                        .resolve(launchers.getFileName().toString());
    }

    /**
     * A program that plays a peer.
     *
     * @param name the name that the user types
     * @param command the words of its command; empty for this program, and as long as another one was not made ready
     */
    public record PeerProgram(String name, List<String> command) {
        /** This program, in a JVM. */
        public static final PeerProgram JAVA = new PeerProgram("java", List.of());

        public PeerProgram {
            command = List.copyOf(command);
        }

        /** Whether it is this program. */
        public boolean isJava() {
            return equals(JAVA);
        }
    }
}
