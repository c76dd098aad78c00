package org.ipcbench.launch.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.launch.command.PeerName;

/** The last lines of a peer's output, ready to be appended to a message. */
final class LastWords {
    private final List<Tail> tails = new ArrayList<>();

    /**
     * Starts draining the output.
     *
     * @param withStandardOutput whether standard output has no other reader
     */
    LastWords(Process process, PeerName name, boolean withStandardOutput) {
        tails.add(new Tail(process.getErrorStream(), name.fileName() + "-stderr"));
        if (withStandardOutput) {
            tails.add(new Tail(process.getInputStream(), name.fileName() + "-stdout"));
        }
    }

    /** Returns the last lines, after waiting at most this long for the end of each stream; may be empty. */
    String after(Duration wait) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        for (Tail tail : tails) {
            String words = tail.text(wait.toMillis());
            text.append(words.isEmpty() ? "" : "; last words: " + words.replace("\n", " | "));
        }
        return text.toString();
    }
}
