package org.ipcbench.kernel;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Reads numbers in the kernel's formats. Any other text counts as zero, which stands for unknown. */
    public static final class KernelNumber {
        /** A number whose digits always fit into an int. */
        private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

        /** A size: {@code 32K}, {@code 1M}, {@code 16384 kB}; the number of digits fits into a long in every unit. */
        private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([kKM])?B?");

        private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
        private static final int KIB = 1 << 10;
        private static final int MIB = 1 << 20;

        private KernelNumber() {}

        public static boolean isNumber(String text) {
            return NUMBER.matcher(text).matches();
        }

        public static int number(String text) {
            return isNumber(text) ? Integer.parseInt(text) : 0;
        }

        public static long sizeBytes(String text) {
            Matcher size = SIZE.matcher(text);
            if (!size.matches()) {
                return 0;
            }
            String unit = size.group(2) == null ? "" : size.group(2);
            return Long.parseLong(size.group(1)) * (unit.isEmpty() ? 1 : unit.equals("M") ? MIB : KIB);
        }

        /** The leading decimals of a line; none if there are fewer than wanted, because then the line is malformed. */
        public static List<Double> decimals(String line, int wanted) {
            List<Double> decimals = Arrays.stream(line.split("\\s+", -1))
                    .limit(wanted)
                    .filter(word -> DECIMAL.matcher(word).matches())
                    .map(Double::valueOf)
                    .toList();
            return decimals.size() == wanted ? decimals : List.of();
        }
    }

    /**
     * Size and free space of the file system that a file or directory lies on. The system is asked by the path, not by {@link
     * java.nio.file.FileStore}, which also wants the mount point: in a chroot it may not exist, and {@code /proc} may not list it.
     *
     * @param totalBytes the file system's size; 0 if it is unknown, as in some containers and on some remote file systems
     * @param freeBytes what this user may still write; means nothing if the size is unknown
     */
    public record DiskSpace(long totalBytes, long freeBytes) {
        public static DiskSpace of(Path path) {
            File file = path.toFile();
            return new DiskSpace(file.getTotalSpace(), file.getUsableSpace());
        }

        /** Whether the file system certainly has less than this free. */
        public boolean lacks(long bytes) {
            return totalBytes > 0 && freeBytes < bytes;
        }
    }
}
