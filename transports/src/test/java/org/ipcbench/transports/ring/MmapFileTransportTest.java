package org.ipcbench.transports.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class MmapFileTransportTest extends InScratchDirectory {
    private static final Path DISK = Path.of("/disk");

    private final MmapFileTransport transport = new MmapFileTransport();

    @Test
    void fileThatWouldFillItsFileSystemIsRefusedBeforeItIsMade() {
        assertThatIOException()
                .isThrownBy(() -> MmapFileTransport.requireFree(new DiskSpace(1000, 99), 100, DISK))
                .withMessage("no space in /disk: the rings for both directions take 100 bytes, 99 are free; "
                        + "free some, or use a smaller --buffer");
    }

    @Test
    void fileThatFitsOrMayFitIsMade() {
        assertThatCode(() -> MmapFileTransport.requireFree(new DiskSpace(1000, 100), 100, DISK))
                .doesNotThrowAnyException();
        assertThatCode(() -> MmapFileTransport.requireFree(new DiskSpace(0, 0), 100, DISK))
                .doesNotThrowAnyException();
    }

    @Test
    void directoryItsFileSystemAndMsyncAreTold() throws IOException {
        String place = "the file lies in %s (%s)"
                .formatted(directory, Files.getFileStore(directory).type());

        assertThat(transport.chosen(List.of(), directory)).contains(place);
        assertThat(transport.chosen(arguments(directory, "false"), DISK)).contains(place);
        assertThat(transport.chosen(arguments(directory, "true"), DISK)).contains(place + ", with msync");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> transport.chosen(arguments(directory.resolve("none"), "true"), DISK))
                .withMessage("-Dipcbench.mmap-file=%s: %s is not a directory"
                        .formatted(directory.resolve("none"), directory.resolve("none")));
    }

    private static List<String> arguments(Path of, String sync) {
        return List.of("-Dipcbench.mmap-file=" + of, "-Dipcbench.mmap-file.msync=" + sync);
    }

    @Test
    void ringInAMountedHugetlbfsHasHugePagesAndGivesThemBack() throws Exception {
        try (HugePages pages = HugePages.mountedAt(directory)) {
            long free = HugePages.number("HugePages_Free");
            System.setProperty(MmapFileTransport.DIRECTORY.name(), directory.toString());
            try (ConnectedPair pair = new ConnectedPair(new MmapFileTransport(), session)) {
                pair.exchange(42);

                assertThat(pageKibibytes(directory)).isNotEmpty().containsOnly(2_048);
                assertThat(HugePages.number("HugePages_Free")).isLessThan(free);
                assertThat(directory).isEmptyDirectory();
            } finally {
                System.clearProperty(MmapFileTransport.DIRECTORY.name());
            }
        }
    }

    /** The sizes of pages, by which the kernel says that this process has mapped files of a directory. */
    private static List<Integer> pageKibibytes(Path directory) throws IOException {
        return Pattern.compile(
                        "%s.*\n(?:[A-Z].*\n)*?KernelPageSize: +(\\d+) kB".formatted(Pattern.quote(directory + "/")))
                .matcher(Files.readString(Path.of("/proc/self/smaps")))
                .results()
                .map(MatchResult::group)
                .map(mapping -> Integer.valueOf(mapping.replaceAll("(?s).*KernelPageSize: +(\\d+) kB", "$1")))
                .toList();
    }

    /** Some huge pages, and a file system of them, which only root can have. */
    private record HugePages(Path directory, long before) implements Closeable {
        private static final Path NUMBER = Path.of("/proc/sys/vm/nr_hugepages");
        private static final Path MEMORY = Path.of("/proc/meminfo");

        /** More than the rings take. */
        private static final int PAGES = 8;

        static HugePages mountedAt(Path directory) throws Exception {
            assumeThat(Files.isWritable(NUMBER))
                    .as("huge pages can be reserved")
                    .isTrue();
            assumeThat(succeeds("mount", "-t", "hugetlbfs", "-o", "pagesize=2M", "none", directory.toString()))
                    .as("a hugetlbfs can be mounted")
                    .isTrue();
            HugePages pages = new HugePages(directory, number("HugePages_Total"));
            try {
                Files.writeString(NUMBER, Long.toString(pages.before + PAGES));
                assumeThat(number("HugePages_Free"))
                        .as("huge pages that the kernel has found")
                        .isGreaterThanOrEqualTo(PAGES);
                return pages;
            } catch (Throwable e) {
                pages.close();
                throw e;
            }
        }

        static long number(String name) throws IOException {
            return Files.readAllLines(MEMORY).stream()
                    .filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        }

        private static boolean succeeds(String... command) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        }

        @Override
        public void close() throws IOException {
            try {
                succeeds("umount", "--lazy", directory.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Files.writeString(NUMBER, Long.toString(before));
        }
    }
}
