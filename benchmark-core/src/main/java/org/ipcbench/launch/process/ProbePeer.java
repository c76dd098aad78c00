package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Describe;
import org.ipcbench.control.ControlMessage.Described;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.control.Surroundings;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.process.PeerLink.PromptChannel;

/** A peer behind a prefix that measures nothing: it is asked where it runs. All failures are messages of one line. */
final class ProbePeer {
    private static final Duration WORDS = Duration.ofSeconds(1);
    private static final int MAX_LINE_LENGTH = 4096;

    private final Prefix prefix;
    private final Duration timeout;
    private final Process process;
    private final ControlLink link;
    private final Tail words;
    private final AtomicLong steps = new AtomicLong();

    private ProbePeer(Prefix prefix, Duration timeout, Process process) {
        this.prefix = prefix;
        this.timeout = timeout;
        this.process = process;
        link = new ControlLink(
                Channels.newChannel(process.getInputStream()), new PromptChannel(process.getOutputStream()));
        words = new Tail(process.getErrorStream(), "probe-stderr");
    }

    /** What is exchanged with the other side, by a thread of its own. */
    @FunctionalInterface
    interface Exchange<T> {
        T run() throws IOException;
    }

    /** Starts a command behind a prefix. */
    static ProbePeer start(Prefix prefix, List<String> command, Duration timeout) throws IterationFailedException {
        List<String> all = new ArrayList<>(prefix.command());
        all.addAll(command);
        ProcessBuilder builder = LaunchCommand.builder(all);
        PeerProcess.removeForeignFlags(builder);
        try {
            return new ProbePeer(prefix, timeout, builder.start());
        } catch (IOException e) {
            throw failure(prefix, "cannot be started: " + e.getMessage());
        }
    }

    /** Sends bytes to the command's standard input; a part of an exchange. */
    void send(byte[] bytes, int length) throws IOException {
        try {
            process.getOutputStream().write(bytes, 0, length);
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new EndException(); // nobody reads any more
        }
        steps.incrementAndGet();
    }

    /** The next line of its standard output, which has to begin like this; a part of an exchange. */
    String line(String beginning) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = process.getInputStream().read();
                next != '\n';
                next = process.getInputStream().read()) {
            if (next < 0) {
                throw new EndException();
            }
            line.append((char) next);
            if (line.length() > MAX_LINE_LENGTH) {
                break;
            }
        }
        if (line.indexOf(beginning) != 0) {
            throw new IOException("a line of %d characters is not expected".formatted(line.length()));
        }
        return line.substring(beginning.length());
    }

    /** Asks the peer where it runs. */
    Surroundings ask(Describe question) throws IterationFailedException, InterruptedException {
        ControlMessage answer = exchanged(() -> answer(question));
        if (answer instanceof Described described) {
            return described.surroundings();
        }
        throw failure(
                prefix,
                "leads to a peer that sent '%s', expected 'Described'%s"
                        .formatted(
                                answer.getClass().getSimpleName(),
                                answer instanceof Failed failed ? ": " + failed.reason() : ""));
    }

    private ControlMessage answer(Describe question) throws IOException {
        try {
            link.send(question);
        } catch (IOException e) {
            throw new EndException();
        }
        ControlMessage message = link.receive();
        if (message == null) {
            throw new EndException();
        }
        return message;
    }

    /** Waits for an exchange as long as it gets on. */
    <T> T exchanged(Exchange<T> exchange) throws IterationFailedException, InterruptedException {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(exchange, result), "probe-control");
        thread.setDaemon(true);
        thread.start();
        while (true) {
            long before = steps.get();
            try {
                return result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (steps.get() == before) {
                    throw failure(
                            prefix,
                            "led to no peer within %d s; a larger --timeout waits longer"
                                    .formatted(timeout.toSeconds()));
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof EndException ? ended() : noise(String.valueOf(e.getCause()));
            }
        }
    }

    private static <T> void run(Exchange<T> exchange, CompletableFuture<T> result) {
        try {
            result.complete(exchange.run());
        } catch (IOException | RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private IterationFailedException noise(String problem) {
        return failure(
                prefix,
                "prints something else than control messages on standard output, which carries them: %s; silence it"
                        .formatted(problem.replaceFirst("^[^:]*: ", "")));
    }

    private IterationFailedException ended() throws InterruptedException {
        process.waitFor(PrefixProbe.END.toMillis(), TimeUnit.MILLISECONDS);
        String said = words.text(WORDS.toMillis()).replace("\n", " | ");
        return failure(
                prefix,
                "%s before a peer answered%s%s"
                        .formatted(
                                process.isAlive()
                                        ? "closed its standard output"
                                        : "ended with exit code " + process.exitValue(),
                                said.isEmpty() ? "" : ": " + said,
                                remedy()));
    }

    /** What helps behind a prefix; empty for a program that is not this one. */
    private String remedy() {
        if (prefix.isNone()) {
            return "";
        }
        if (!process.isAlive() && PrefixRemains.CLEARED.contains(process.exitValue())) {
            return "; it has to pass on standard input, as podman exec -i does";
        }
        if (!prefix.program().isJava()) {
            return "";
        }
        return prefix.needsCopy()
                ? "; a copy of this program needs a shell and Java 17 or later there: see --remote-java"
                : "; it needs Java and this program there: see --remote-java";
    }

    private static IterationFailedException failure(Prefix prefix, String text) {
        return new IterationFailedException("'%s' %s".formatted(prefix.label(), text));
    }

    /** Tells the peer to end, and ends what is left of it on this side; returns the exit code, -1 if there is none. */
    int end(Duration patience) throws IOException {
        boolean ended = false;
        try (link) {
            link.send(new Stop());
            ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // the peer has ended already, or the prefix has
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return ended ? process.exitValue() : -1;
    }

    /** The other side has ended without an answer. */
    static final class EndException extends IOException {
        private static final long serialVersionUID = 1;
    }
}
