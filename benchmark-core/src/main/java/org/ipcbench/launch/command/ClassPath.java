package org.ipcbench.launch.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The peers' class path, and the state of its jars. Each iteration starts JVMs from these paths; a build that replaces
 * a jar during a run would be measured as if it were the first one.
 *
 * @param text the class path in the form that a JVM takes
 * @param states states of the jars; directories of classes, which only developers have, are not checked
 */
public record ClassPath(String text, Map<Path, State> states) {

    /**
     * The state of a file. The state does not include the file's number on the disk: a restored copy is equally good,
     * and some file systems give a file a new number each time.
     */
    record State(long bytes, FileTime modified) {
        static State of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new State(attributes.size(), attributes.lastModifiedTime());
        }
    }

    public ClassPath {
        states = Map.copyOf(states);
    }

    /** Returns this class path with the current state of its jars. */
    public static ClassPath of(String text) {
        Map<Path, State> states = new LinkedHashMap<>();
        for (String entry : text.split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            if (Files.isRegularFile(jar)) {
                state(jar).ifPresent(state -> states.put(jar, state));
            }
        }
        return new ClassPath(text, states);
    }

    /**
     * Checks that the jars are still the ones that the run began with.
     *
     * @throws ReplacedJarException if one is not
     */
    public void requireUnchanged() throws ReplacedJarException {
        for (Map.Entry<Path, State> jar : states.entrySet()) {
            if (!state(jar.getKey()).equals(Optional.of(jar.getValue()))) {
                throw new ReplacedJarException(jar.getKey());
            }
        }
    }

    private static Optional<State> state(Path jar) {
        try {
            return Optional.of(State.of(jar));
        } catch (IOException e) {
            return Optional.empty(); // the file does not exist, or this user may not read it
        }
    }

    /**
     * Thrown if a jar that peers are started from is no longer the one that the run began with: this build can no longer be
     * measured.
     */
    public static final class ReplacedJarException extends IOException {
        private static final long serialVersionUID = 1;

        ReplacedJarException(Path jar) {
            super("%s was replaced during the run; put it back and resume the run, or measure again".formatted(jar));
        }
    }
}
