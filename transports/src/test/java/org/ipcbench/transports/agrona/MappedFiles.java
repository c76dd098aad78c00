package org.ipcbench.transports.agrona;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this process has mapped: kibibytes of each file that are in memory, added up over its mappings. */
record MappedFiles(Map<String, Long> kibibytes) {
    /** What the kernel writes behind the name of a file that has none any more. */
    static final String UNLINKED = " (deleted)";

    private static final Pattern MAPPING = Pattern.compile("[0-9a-f]+-[0-9a-f]+ \\S+ \\S+ \\S+ \\d+ *(.*)");
    private static final Pattern RESIDENT = Pattern.compile("Rss: +(\\d+) kB");

    static MappedFiles ofThisProcess() throws IOException {
        Map<String, Long> kibibytes = new HashMap<>();
        String file = "";
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            Matcher mapping = MAPPING.matcher(line);
            Matcher resident = RESIDENT.matcher(line);
            if (mapping.matches()) {
                file = mapping.group(1);
            } else if (resident.matches()) {
                kibibytes.merge(file, Long.valueOf(resident.group(1)), Long::sum);
            }
        }
        return new MappedFiles(kibibytes);
    }

    /** Files that this process has open. */
    static Set<String> openInThisProcess() throws IOException {
        Set<String> open = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                try {
                    open.add(Files.readSymbolicLink(descriptor).toString());
                } catch (NoSuchFileException e) {
                    // closed meanwhile, as that of this very directory
                }
            }
        }
        return open;
    }

    Set<String> names() {
        return kibibytes.keySet();
    }

    long residentKibibytes(Collection<String> files) {
        return files.stream()
                .mapToLong(file -> kibibytes.getOrDefault(file, 0L))
                .sum();
    }
}
