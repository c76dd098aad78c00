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
 * Where peers find their classes, and in which state the jars were: each iteration starts JVMs from these paths, and a build that
 * takes a jar's place in the middle of a run would be measured as if it were the first one.
 *
 * @param text as a JVM takes it
 * @param states of its jars; directories of classes, which only developers have, are not looked at
 */
public record ClassPath(String text, Map<Path, State> states) {

    /**
     * The state of a file. Its place on the disk is none of it: a copy that is put back is as good, and some file systems give a
     * file another number each time.
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

    /** This class path with its jars as they are now. */
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
     * Finds out whether the jars still are those that the run began with.
     *
     * @throws ReplacedJarException where one is not
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
            return Optional.empty(); // it is not there, or not for this user
        }
    }
}
