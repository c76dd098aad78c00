package org.ipcbench.transports.libc;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.transport.Availability;

/**
 * A filter of system calls (seccomp), which most containers have. A filter does not tell what it forbids; the only way to
 * find out is to make the call. A separate process does that, because this process must not load native code for it.
 *
 * @param active whether there is a filter
 */
public record CallFilter(boolean active) {
    /** Answers for this process and its child processes; a filter never permits later what it has forbidden. */
    private static final Map<SystemCall, Boolean> FORBIDDEN = new ConcurrentHashMap<>();

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    public static CallFilter ofThisProcess() {
        return new CallFilter(ProcessStatus.ofThisProcess().isFiltered());
    }

    /** Whether child processes of this one may make the call; available if that cannot be found out. */
    public Availability permits(SystemCall call) {
        return !active || isPossible(call)
                ? Availability.available()
                : Availability.unavailable(
                        "a seccomp filter forbids %s".formatted(call.name()),
                        "run where the filter allows it (docker run --security-opt seccomp=PROFILE)");
    }

    /**
     * Makes the call, whether there is a filter or not: for a facility of which the kernel shows nothing here. False if the kernel
     * does not know the call, or it is forbidden; true if that cannot be found out.
     */
    public static boolean isPossible(SystemCall call) {
        return !FORBIDDEN.computeIfAbsent(call, CallFilter::isForbidden);
    }

    private static boolean isForbidden(SystemCall call) {
        try {
            Process trial = new ProcessBuilder(command(call))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return trial.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        && trial.exitValue() == CallTrial.FORBIDDEN;
            } finally {
                trial.destroyForcibly();
            }
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static List<String> command(SystemCall call) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // the process is short-lived
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + TemporaryDirectory.path(),
                "-cp",
                System.getProperty("java.class.path"),
                CallTrial.class.getName(),
                Integer.toString(call.number()),
                Integer.toString(call.harmlessArgument()));
    }

    /** Makes a system call without effect; the exit code tells whether it was forbidden. */
    static final class CallTrial {
        static final int PERMITTED = 0;
        static final int FORBIDDEN = 3;

        private CallTrial() {}

        /**
         * Makes the call with wrong arguments, so that it does nothing.
         *
         * @param arguments the call's number and its first argument
         */
        public static void main(String[] arguments) {
            long result = CLibrary.calls().syscall(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), 0, 0, 0);
            boolean forbidden = result < 0
                    && switch (Errno.last()) {
                        case EPERM, ENOSYS, EACCES -> true;
                        default -> false;
                    };
            System.exit(forbidden ? FORBIDDEN : PERMITTED);
        }
    }
}
