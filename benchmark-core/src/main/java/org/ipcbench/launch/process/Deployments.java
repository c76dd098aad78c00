package org.ipcbench.launch.process;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ipcbench.control.ControlMessage.Describe;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.text.CommandWords.ShellWords;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;

/** The copies of this program behind prefixes, one for each prefix; closing this object removes them. */
public final class Deployments implements AutoCloseable {
    private final Map<Prefix, Prefix> copies = new HashMap<>();
    private final CloseOnFailure opened = new CloseOnFailure();

    /**
     * Copies the jars of these settings, unless they are there already.
     *
     * @return the prefix with what is behind it
     * @throws IterationFailedException if they cannot be copied; the message is one line
     */
    Prefix behind(Prefix prefix, PeerSettings settings)
            throws IterationFailedException, InterruptedException, IOException {
        Prefix known = copies.get(prefix);
        if (known != null) {
            return known;
        }
        Deployment deployment = new Deployment(prefix, settings);
        opened.add(deployment);
        Prefix copied = deployment.copy();
        copies.put(prefix, copied);
        return copied;
    }

    @Override
    public void close() throws IOException {
        copies.clear();
        opened.close();
    }

    /**
     * A copy of the launcher's jars behind a prefix, in a private directory. A shell there takes its commands, then the jars, from
     * standard input; a peer, started from the copy, owns the directory until it is told to end or the launcher is gone. The shell
     * removes what the peer has not, and the launcher what the shell has not.
     */
    private static final class Deployment implements Closeable {
        /** Enough for the file system of a busy machine. */
        private static final Duration REMOVAL = Duration.ofSeconds(10);

        private static final int BLOCK_BYTES = 1 << 16;

        /** The beginning of each line that the shell writes. */
        private static final String LINE_START = "ipcbench ";

        private static final Pattern DIRECTORY = Pattern.compile("/tmp/ipcbench-[A-Za-z0-9]{8}");

        /** One line, because some shells read further than the commands that they run: no jar is sent before it is asked for. */
        private static final String SCRIPT = """
                umask 077; java=$(command -v %1$s) || { echo %1$s: not found >&2; exit 127; }; \
                dir=$(mktemp -d /tmp/ipcbench-XXXXXXXX) || exit 1; \
                trap 'rm -rf "$dir"' EXIT; trap 'exit 1' HUP PIPE TERM; \
                echo "ipcbench $java"; echo "ipcbench $dir"; \
                n=0; path=; for bytes in %2$s; do \
                n=$((n + 1)); jar=$dir/$n.jar; path=${path:+$path:}$jar; \
                echo "ipcbench $jar"; head -c $bytes >"$jar" && [ $(wc -c <"$jar") -eq $bytes ] || exit 1; \
                done; echo "ipcbench copied"; \
                "$java" %3$s -cp "$path" %4$s "$dir/deployment.control" %5$s; exit
                """;

        private final Prefix prefix;
        private final PeerSettings settings;
        private Optional<ProbePeer> probePeer = Optional.empty();
        private volatile Optional<Path> directory = Optional.empty();

        Deployment(Prefix prefix, PeerSettings settings) {
            this.prefix = prefix;
            this.settings = settings;
        }

        /** Copies the jars, and returns the prefix with the Java command and the jars behind it. */
        Prefix copy() throws IterationFailedException, InterruptedException, IOException {
            List<Path> jars = jars();
            String script = script(jars);
            ProbePeer started = ProbePeer.start(prefix, List.of("sh"), settings.timeout());
            probePeer = Optional.of(started);
            Prefix copied = started.exchanged(() -> copy(started, script, jars));
            var unused = started.ask(new Describe(List.of()));
            return copied;
        }

        private List<Path> jars() throws IterationFailedException {
            List<Path> jars = new ArrayList<>();
            for (String entry : settings.classPath().split(File.pathSeparator, -1)) {
                if (!Files.isRegularFile(Path.of(entry))) {
                    throw new IterationFailedException(
                            "'%s' gets no copy of this program: '%s' is not a jar".formatted(prefix.label(), entry));
                }
                jars.add(Path.of(entry));
            }
            return jars;
        }

        private String script(List<Path> jars) throws IOException {
            List<String> sizes = new ArrayList<>();
            for (Path jar : jars) {
                sizes.add(Long.toString(Files.size(jar)));
            }
            return SCRIPT.formatted(
                    ShellWords.quoted(prefix.java().orElseThrow().command()),
                    String.join(" ", sizes),
                    String.join(" ", LaunchCommand.IDLE_FLAGS),
                    settings.mainClass(),
                    String.join(" ", Role.CLIENT.label(), PeerInvocation.STREAMS, PeerInvocation.OWN_DIRECTORY));
        }

        private Prefix copy(ProbePeer to, String script, List<Path> jars) throws IOException {
            byte[] line = script.getBytes(StandardCharsets.UTF_8);
            to.send(line, line.length);
            String java = to.line(LINE_START);
            directory = Optional.of(made(to.line(LINE_START)));
            List<String> copies = new ArrayList<>();
            for (Path jar : jars) {
                copies.add(to.line(LINE_START));
                send(jar, to);
            }
            var unused = to.line(LINE_START);
            return prefix.with(new Prefix.RemoteJava(java, Optional.of(String.join(File.pathSeparator, copies))));
        }

        /** The directory that the shell has made: it is removed in the end, and nothing else that the other side may name. */
        private static Path made(String told) throws IOException {
            if (!DIRECTORY.matcher(told).matches()) {
                throw new IOException("a line of %d characters names no directory of a copy"
                        .formatted(LINE_START.length() + told.length()));
            }
            return Path.of(told);
        }

        private static void send(Path jar, ProbePeer to) throws IOException {
            byte[] block = new byte[BLOCK_BYTES];
            try (InputStream content = Files.newInputStream(jar)) {
                for (int length = content.read(block); length >= 0; length = content.read(block)) {
                    to.send(block, length);
                }
            }
        }

        @Override
        public void close() throws IOException {
            boolean interrupted = Thread.interrupted();
            try {
                if (probePeer.isPresent()) {
                    new PrefixRemains(prefix.command(), directory)
                            .clearAwayAfter(probePeer.get().end(REMOVAL));
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
