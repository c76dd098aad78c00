package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.scratch.ScratchDirectory.DirectoryLock;

/** A process that holds a scratch directory's lock until it is killed. */
final class LockingOwner {
    private LockingOwner() {}

    /** Starts one, and waits for it to have the lock. */
    static Process start(Path directory) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        PeerSettings.currentClassPath(),
                        LockingOwner.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.inputReader(StandardCharsets.US_ASCII).readLine() == null) {
            process.destroyForcibly();
            throw new IOException("no lock was taken");
        }
        return process;
    }

    /**
     * The process itself.
     *
     * @param arguments the directory
     */
    public static void main(String[] arguments) throws IOException {
        try (DirectoryLock lock = DirectoryLock.take(Path.of(arguments[0]))) {
            System.out.println("locked " + lock.hashCode());
            while (System.in.read() >= 0) {
                // until it is killed, or its parent ends
            }
        }
    }
}
