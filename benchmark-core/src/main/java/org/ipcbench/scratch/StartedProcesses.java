package org.ipcbench.scratch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processes that a launcher has started for a scratch directory, by their records in it. The records are needed
 * because a stopped process does not notice that its launcher was killed.
 *
 * @param scratchDirectory the directory that contains the records
 */
public record StartedProcesses(Path scratchDirectory) {
    private static final String SUFFIX = ".process";
    private static final Pattern RECORD = Pattern.compile("(\\d{1,18}) (\\d{1,18})");

    /** A process that was killed is gone within this time, unless the kernel itself is stuck. */
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofMillis(10);

    /** Records a process that has just been started, unless it has ended already. */
    public void record(String name, long pid) throws IOException {
        var process = ProcessIdentity.of(pid);
        if (process.isPresent()) {
            // a stream, because the interrupt of Ctrl-C would close a channel
            try (FileOutputStream record =
                    new FileOutputStream(scratchDirectory.resolve(name + SUFFIX).toFile())) {
                record.write("%d %d".formatted(pid, process.get().startTicks()).getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    /** Kills all recorded processes, and waits until they have ended. */
    void kill() throws IOException {
        kill(alive());
    }

    /**
     * Kills the stopped processes; the others notice themselves that their launcher is gone, and may be cleaning up.
     */
    void killStopped() throws IOException {
        List<ProcessIdentity> stopped = new ArrayList<>();
        for (ProcessIdentity process : alive()) {
            if (process.isStopped()) {
                stopped.add(process);
            }
        }
        kill(stopped);
    }

    private static void kill(List<ProcessIdentity> processes) throws IOException {
        for (ProcessIdentity process : processes) {
            process.kill();
        }
        long deadlineNanos = System.nanoTime() + KILL_TIMEOUT.toNanos();
        for (ProcessIdentity process : processes) {
            while (process.isAlive()) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new IOException(
                            "process %d survived SIGKILL for %d s".formatted(process.pid(), KILL_TIMEOUT.toSeconds()));
                }
                rest();
            }
        }
    }

    /** All recorded processes that are still alive, except this process. */
    private List<ProcessIdentity> alive() throws IOException {
        List<ProcessIdentity> processes = new ArrayList<>();
        try (DirectoryStream<Path> records = Files.newDirectoryStream(scratchDirectory, "*" + SUFFIX)) {
            for (Path record : records) {
                Matcher fields = RECORD.matcher(
                        new SmallFile(record).text(StandardCharsets.ISO_8859_1).orElse(""));
                if (fields.matches()) {
                    ProcessIdentity process =
                            new ProcessIdentity(Long.parseLong(fields.group(1)), Long.parseLong(fields.group(2)));
                    if (process.isAlive() && !process.equals(ProcessIdentity.current())) {
                        processes.add(process);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            // another process is deleting the directory
        }
        return processes;
    }

    private static void rest() throws IOException {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a killed process to end", e);
        }
    }
}
