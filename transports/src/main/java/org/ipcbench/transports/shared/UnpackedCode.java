package org.ipcbench.transports.shared;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.transport.Availability;

/**
 * Native code that a library unpacks into the directory for temporary files, and loads from there. The kernel refuses that
 * if the file system is mounted {@code noexec}.
 *
 * @param directory for temporary files
 * @param mounts the kernel's table of mounts in the format of {@code mountinfo} in {@code proc(5)}
 */
public record UnpackedCode(Path directory, List<String> mounts) {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");

    private static final int MOUNT_POINT = 4;
    private static final int OPTIONS = 5;

    /** Escapes of blanks and similar characters in the table's paths. */
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

    /**
     * Whether code can be loaded from below the directory for temporary files; available if the kernel shows no mounts.
     *
     * @param library the library that unpacks the code
     */
    public static Availability availability(String library) {
        return new UnpackedCode(TemporaryDirectory.path(), table()).loadable(library);
    }

    public UnpackedCode {
        mounts = List.copyOf(mounts);
    }

    /** Whether code can be loaded from below the directory. */
    Availability loadable(String library) {
        String options = "";
        int depth = -1;
        Path place = real(directory);
        for (String mount : mounts) {
            String[] fields = mount.split(" ", -1);
            if (fields.length > OPTIONS) {
                Path point = Path.of(unescaped(fields[MOUNT_POINT]));
                if (place.startsWith(point)
                        && point.getNameCount() >= depth) { // the last one at a place hides the others
                    depth = point.getNameCount();
                    options = fields[OPTIONS];
                }
            }
        }
        return List.of(options.split(",", -1)).contains("noexec")
                ? Availability.unavailable(
                        "%s loads native code from %s, which is mounted noexec".formatted(library, directory),
                        TemporaryDirectory.remedy())
                : Availability.available();
    }

    private static List<String> table() {
        try {
            return new KernelFile(TABLE).wholeText().orElse("").lines().toList();
        } catch (IOException e) {
            return List.of(); // loading fails later, with a reason of its own
        }
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            return directory.toAbsolutePath().normalize();
        }
    }

    private static String unescaped(String path) {
        return ESCAPED.matcher(path).replaceAll(escaped -> Matcher.quoteReplacement(character(escaped)));
    }

    private static String character(MatchResult escaped) {
        return Character.toString(Integer.parseInt(escaped.group(1), 8));
    }
}
