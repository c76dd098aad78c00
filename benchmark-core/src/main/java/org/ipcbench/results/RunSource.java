package org.ipcbench.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the files of a run are: in its directory, or in the one file that was made of them to hand on. */
public sealed interface RunSource permits RunSource.Directory, SharedRun {
    /** A hundred times the size of the environment of a machine with a thousand CPUs. */
    long MAX_TEXT_BYTES = 64L << 20;

    /** Opens a file of the run. */
    InputStream open(String name) throws IOException;

    /** Length of a file of the run, in bytes. */
    long bytes(String name) throws IOException;

    /** A small file of the run. */
    String text(String name) throws IOException;

    /** A file's name in messages. */
    String place(String name);

    /** The run's directory; empty if its files are only read. */
    Optional<Path> directory();

    /**
     * The source that a user names.
     *
     * @param run the run's directory, its {@value ResultsLog#FILE_NAME}, or a shared run
     * @throws UnreadableRunException if it is none of them
     */
    static RunSource of(Path run) throws IOException {
        if (SharedRun.isAt(run)) {
            return SharedRun.read(run);
        }
        Path file = Files.isDirectory(run) ? run.resolve(ResultsLog.FILE_NAME) : run;
        if (!file.endsWith(ResultsLog.FILE_NAME) || !Files.isRegularFile(file)) {
            String problem = !Files.exists(run)
                    ? "not found"
                    : Files.isDirectory(run) ? "without a %s".formatted(ResultsLog.FILE_NAME) : "not a run";
            throw new UnreadableRunException(
                    "'%s' is %s; give the directory of a run, such as output/2026-01-31T12-00-00-k7f3q, or a file of 'share'"
                            .formatted(run, problem));
        }
        return new Directory(file.resolveSibling(""));
    }

    /** The files of a run in its directory, which may come from a stranger. */
    record Directory(Path path) implements RunSource {
        @Override
        public InputStream open(String name) throws IOException {
            return Files.newInputStream(path.resolve(name));
        }

        @Override
        public long bytes(String name) throws IOException {
            return Files.size(path.resolve(name));
        }

        /** Opening a FIFO blocks forever, and a device has no end. */
        @Override
        public String text(String name) throws IOException {
            Path file = path.resolve(name);
            if (Files.exists(file) && !(Files.isRegularFile(file) && Files.size(file) <= MAX_TEXT_BYTES)) {
                throw new UnreadableRunException(
                        "%s is not a file of at most %d MiB".formatted(file, MAX_TEXT_BYTES >> 20));
            }
            return Files.readString(file);
        }

        @Override
        public String place(String name) {
            return path.resolve(name).toString();
        }

        @Override
        public Optional<Path> directory() {
            return Optional.of(path);
        }
    }

    /**
     * A directory holds no run that this version of the suite can read; the message says in one line what it holds, and how to solve
     * it.
     */
    final class UnreadableRunException extends IOException {
        private static final long serialVersionUID = 1;

        public UnreadableRunException(String message) {
            super(message);
        }

        public UnreadableRunException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
