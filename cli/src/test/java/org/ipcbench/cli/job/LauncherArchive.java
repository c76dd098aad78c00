package org.ipcbench.cli.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The launcher's classes in the JVM's memory format, because many jobs spend more time loading them than measuring. One small
 * run makes it for all jobs of a build, and with it the archive that their peers have in common.
 */
final class LauncherArchive {
    private static final String SMALL_RUN = "throughput -t uds -s 64 -n 1 -i 2 --warmup 1ms";

    /** An archive that does not fit is left alone, as without it. */
    private static final String QUIET = "-Xlog:cds=off,cds+dynamic=off,class+path=off";

    private LauncherArchive() {}

    /** JVM arguments that use the archive, which is made first if this build has none yet; none while another process makes it. */
    static synchronized List<String> jvmArguments() throws IOException {
        Files.createDirectories(Job.CACHES);
        Path archive = Job.CACHES.resolve("launcher-%d-%s.jsa"
                .formatted(Files.getLastModifiedTime(Job.JAR).toMillis(), Runtime.version()));
        return Files.exists(archive) || isMade(archive)
                ? List.of(QUIET, "-XX:SharedArchiveFile=" + archive)
                : List.of();
    }

    /** Makes the archive unless another process does. */
    private static boolean isMade(Path archive) throws IOException {
        Path file = Job.CACHES.resolve("launcher.lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null && !Files.exists(archive)) {
                make(archive);
            }
            return lock != null;
        }
    }

    private static void make(Path archive) throws IOException {
        Path unfinished = Job.CACHES.resolve("launcher.jsa");
        Path said = Job.CACHES.resolve("launcher.txt");
        Files.deleteIfExists(unfinished);
        List<String> command = Job.java();
        command.addAll(List.of(QUIET, "-XX:ArchiveClassesAtExit=" + unfinished, "-jar", Job.JAR.toString()));
        command.addAll(List.of(SMALL_RUN.split(" ", -1)));
        command.addAll(List.of("--output", Job.CACHES.resolve("launcher").toString()));
        Process run = Job.builder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (run.waitFor() != 0) {
                throw new IOException("no archive of the launcher's classes: " + Files.readString(said));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            run.destroyForcibly();
        }
        Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
    }
}
