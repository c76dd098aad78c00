package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.transport.Traits;
import org.ipcbench.workload.Role;

/** Starts a JVM with the peers' flags that ends at once, so that refused flags are known before the measurement. */
public final class TrialStart {
    /** A start takes a tenth of a second, or a few tenths on a busy machine. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final Duration END = Duration.ofSeconds(5);

    /** Makes the JVM print its version and end, instead of running a class. */
    private static final String SHOW_VERSION = "-version";

    private static final String WARNING = "warning:";

    private TrialStart() {}

    /** The reason why a JVM with these settings does not start, in one line; empty if it starts. */
    public static Optional<String> refusal(PeerSettings settings) throws InterruptedException {
        ProcessBuilder builder = command(settings).process().redirectErrorStream(true);
        PeerProcess.removeForeignFlags(builder);
        try {
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                Tail output = new Tail(process.getInputStream(), "trial-output");
                if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                    return Optional.of("nothing happened for %d s".formatted(DEADLINE.toSeconds()));
                }
                return process.exitValue() == 0
                        ? Optional.empty()
                        : Optional.of(reason(output.text(END.toMillis()), process.exitValue()));
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static LaunchCommand command(PeerSettings settings) {
        return new LaunchCommand(
                settings.jvm(),
                List.of(),
                PeerMemory.forMessages(Traits.blockingStream(), 1),
                settings.classPath(),
                Optional.empty(),
                List.of(),
                settings.withArgument(SHOW_VERSION).userArguments(),
                settings.mainClass(),
                Path.of("unused"),
                Role.CLIENT,
                false,
                Prefix.NONE);
    }

    /**
     * Finds the reason in the output: a JVM first names what it refuses, and then says that it could not be created.
     */
    private static String reason(String output, int exitCode) {
        return output.lines()
                .filter(line -> !line.isBlank() && !line.contains(WARNING))
                .findFirst()
                .orElse("exit code " + exitCode);
    }
}
