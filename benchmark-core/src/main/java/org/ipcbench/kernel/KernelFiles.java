package org.ipcbench.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The small text files in which the kernel describes itself. A file that cannot be read is reported as empty, for any
 * cause: containers hide these files, kernels leave them out, drivers answer with errors, and a description must never
 * stop a measurement.
 */
public final class KernelFiles {
    private final Path root;

    public KernelFiles(Path root) {
        this.root = root;
    }

    /** A file's content without surrounding space. */
    public String text(String file) {
        return new KernelFile(root.resolve(file))
                .text()
                .map(text -> text.replace("\0", "").strip()) // firmware ends names with NUL
                .orElse("");
    }

    public List<String> lines(String file) {
        return text(file).lines().toList();
    }

    /** The value of a line {@code key: value}. */
    public String field(String file, String key) {
        for (String line : lines(file)) {
            int colon = line.indexOf(':');
            if (colon >= 0 && line.substring(0, colon).strip().equals(key)) {
                return line.substring(colon + 1).strip();
            }
        }
        return "";
    }

    /** The names in a directory, in alphabetical order. */
    public List<String> names(String directory) {
        try (Stream<Path> entries = Files.list(root.resolve(directory))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /**
     * The numbers of the entries whose name is this prefix and a number, in ascending order: for example 0, 1, 10 for
     * {@code cpu}.
     */
    public List<Integer> numbers(String directory, String prefix) {
        return names(directory).stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .filter(KernelNumber::isNumber)
                .map(KernelNumber::number)
                .sorted()
                .toList();
    }

    /** Size and free space of a directory's file system. */
    public DiskSpace space(String directory) {
        return DiskSpace.of(root.resolve(directory));
    }
}
