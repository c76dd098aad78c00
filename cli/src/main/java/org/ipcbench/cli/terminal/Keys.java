package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keys that are pressed on the terminal while a run is measured, read without waiting for the end of a line. A small process
 * switches the terminal over, and switches it back when this object is closed or this program has died of anything.
 */
final class Keys implements AutoCloseable {
    private static final char END = 'q';

    /**
     * Standard input is the pipe whose end tells that this program is gone; the terminal's own signals are left to this program. A
     * shell that has changed the settings meanwhile, because the run went to the background, keeps them.
     */
    private static final String SWITCH =
            "trap '' INT TERM HUP QUIT TTOU TSTP; exec 3</dev/tty; before=$(stty -g <&3) || exit;"
                    + " stty -icanon -echo min 1 time 0 <&3; ours=$(stty -g <&3); echo; cat >/dev/null;"
                    + " [ \"$(stty -g <&3)\" != \"$ours\" ] || stty \"$before\" <&3";

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Path OWN_STATE = Path.of("/proc/self/stat");

    /** Fields of the kernel's line behind the name of the program: state, parent, process group, session, terminal, its foreground. */
    private static final int PROCESS_GROUP = 2;

    private static final int FOREGROUND = 5;

    private final InputStream in;
    private final Process switched;
    private boolean isEndPressed;

    private Keys(InputStream in, Process switched) {
        this.in = in;
        this.switched = switched;
    }

    /** Keys of the terminal in whose foreground this program is; empty otherwise, because it would be stopped if it read them. */
    static Optional<Keys> ofForeground(InputStream in) {
        if (!Terminal.isTyped() || !isForeground()) {
            return Optional.empty();
        }
        try {
            Process process = new ProcessBuilder("sh", "-c", SWITCH)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.getInputStream().read() != '\n') { // there is no terminal, or no stty
                process.destroyForcibly();
                return Optional.empty();
            }
            return Optional.of(new Keys(in, process));
        } catch (IOException e) {
            return Optional.empty(); // Ctrl-C still ends the run
        }
    }

    private static boolean isForeground() {
        try {
            String line = Files.readString(OWN_STATE);
            List<String> fields =
                    List.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
            return fields.get(PROCESS_GROUP).equals(fields.get(FOREGROUND));
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the key that ends the run has been pressed. */
    boolean isEndPressed() {
        try {
            while (!isEndPressed && in.available() > 0 && isForeground()) {
                isEndPressed = in.read() == END;
            }
        } catch (IOException e) {
            return isEndPressed; // a closed terminal sends a signal, too
        }
        return isEndPressed;
    }

    /** Waits until the terminal is as before. */
    @Override
    public void close() {
        try {
            switched.getOutputStream().close();
            if (!switched.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                switched.destroy();
            }
        } catch (IOException e) {
            switched.destroy(); // it has died, or the pipe has
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the process ends by itself
        }
    }
}
