package org.ipcbench.launch.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ipcbench.text.CommandWords;

/**
 * The process that passes on what client and server send each other, as a proxy does.
 *
 * @param own the command of the relay in C that comes with this program; empty as long as it is not built
 * @param label the relay as the user types it
 * @param hops number of relays, one behind the other
 */
public record Relay(List<String> own, String label, int hops) {
    /** The label for a connection from client to server. */
    public static final String NOBODY = "none";

    /** The label of the relay in C. */
    public static final String OWN = "c";

    /** Client and server are connected without anything between them. */
    public static final Relay NONE = new Relay(List.of(), NOBODY, 1);

    private static final String IN = "{in}";
    private static final String OUT = "{out}";

    /** A configuration of the relay's, written for each relay: from this template, or for HAProxy. */
    private static final Pattern FILE = Pattern.compile("\\{file(?::([^}]*))?}");

    private static final String HAPROXY = "haproxy";

    /** The times only end what nobody uses any more. */
    private static final String CONFIGURATION = """
            defaults
                mode tcp
                timeout connect 1m
                timeout client 1d
                timeout server 1d
            listen relay
                bind {in}
                server server {out}
            """;

    private static final String PORT_OF_LOOPBACK = "127.0.0.1:";

    public Relay {
        own = List.copyOf(own);
    }

    /** Returns a copy with what comes with this program. */
    public Relay with(List<String> commandOfOwn) {
        return new Relay(commandOfOwn, label, hops);
    }

    /** Whether anything is between client and server. */
    public boolean isAsked() {
        return !label.equals(NOBODY);
    }

    /** Whether it is the one that comes with this program. */
    public boolean isOwn() {
        return label.equals(OWN);
    }

    /**
     * Refuses a command that cannot know where to listen and where to connect.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public void requireAddresses() {
        if (!isAsked() || isOwn()) {
            return;
        }
        List<String> words = label.isEmpty() ? List.of() : CommandWords.parse(label);
        Optional<Matcher> file =
                words.stream().map(FILE::matcher).filter(Matcher::find).findFirst();
        if (file.isPresent()) {
            if (file.get().group(1) == null && !isHaproxy(words)) {
                throw new IllegalArgumentException(
                        "'%s': a configuration is known for haproxy; name a template with {in} and {out}: {file:PATH}"
                                .formatted(label));
            }
        } else if (!label.contains(IN) || !label.contains(OUT)) {
            throw new IllegalArgumentException(
                    "'%s' must be none, c, or a command with {in}, where it listens, and {out}, to which it connects"
                            .formatted(label));
        }
    }

    private static boolean isHaproxy(List<String> words) {
        return Path.of(words.get(0)).getFileName().toString().equals(HAPROXY);
    }

    /** The program that has to be here; empty if it comes with this one, or none is asked for. */
    public Optional<String> program() {
        return !isAsked() || isOwn()
                ? Optional.empty()
                : Optional.of(CommandWords.parse(label).get(0));
    }

    /** The file from which its configuration is written; empty if there is none. */
    public Optional<Path> template() {
        Matcher file = FILE.matcher(label);
        return isAsked() && file.find() && file.group(1) != null
                ? Optional.of(Path.of(file.group(1)))
                : Optional.empty();
    }

    /**
     * The words of its command.
     *
     * @param in the path, or the port of the loopback interface, at which it listens
     * @param out to which it connects
     * @param file the file for its configuration, which is written if the command has one
     */
    public List<String> words(String in, String out, Path file) throws IOException {
        if (isOwn()) {
            return filled(own, word -> word.replace(IN, in).replace(OUT, out));
        }
        List<String> words = CommandWords.parse(label);
        if (FILE.matcher(label).find()) {
            Optional<Path> template = template();
            String text = template.isPresent()
                    ? Files.readString(template.get(), StandardCharsets.UTF_8)
                            .replace(IN, in)
                            .replace(OUT, out)
                    : CONFIGURATION.replace(IN, ofLoopback(in)).replace(OUT, ofLoopback(out));
            Files.writeString(file, text, StandardCharsets.UTF_8);
        }
        return filled(
                words,
                word -> FILE.matcher(word)
                        .replaceAll(Matcher.quoteReplacement(file.toString()))
                        .replace(IN, in)
                        .replace(OUT, out));
    }

    private static String ofLoopback(String address) {
        return isPath(address) ? address : PORT_OF_LOOPBACK + address;
    }

    /** Whether an address is the path of a Unix socket; otherwise it is a port. */
    public static boolean isPath(String address) {
        return address.startsWith("/");
    }

    /** A program of the working directory is found from any other one. */
    private static List<String> filled(List<String> words, UnaryOperator<String> filling) {
        List<String> filled = words.stream().map(filling).collect(Collectors.toCollection(ArrayList::new));
        if (filled.get(0).contains("/")) {
            filled.set(0, Path.of(filled.get(0)).toAbsolutePath().toString());
        }
        return filled;
    }
}
