package org.ipcbench.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program's input and outputs.
 *
 * @param in the user's answers
 * @param out results
 * @param err progress, warnings and errors
 * @param ownOut the same as {@code out} for text with colours, in which nothing comes from a file or another process
 * @param ownErr the same as {@code err} for text that moves the cursor
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, PrintStream ownOut, PrintStream ownErr) {
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    /** What terminals with links (OSC 8) set: those of GNOME, of KDE, kitty, and of Windows. */
    private static final Set<String> LINKING_VARIABLES =
            Set.of("VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "WT_SESSION");

    private static final Set<String> LINKING_PROGRAMS = Set.of("iTerm.app", "WezTerm", "ghostty", "vscode");
    private static final Set<String> LINKING_TYPES = Set.of("alacritty", "foot", "xterm-kitty", "xterm-ghostty");

    /** The name of a terminal that cannot move the cursor. */
    private static final String DUMB = "dumb";

    /** A terminal whose outputs make every text safe to show, also if they are files or pipes. */
    public Terminal(InputStream in, OutputStream out, OutputStream err) {
        this(in, stream(new TextOutput(out)), stream(new TextOutput(err)), stream(out), stream(err));
    }

    private static PrintStream stream(OutputStream output) {
        return new PrintStream(output, true, StandardCharsets.UTF_8);
    }

    /**
     * Lets this program go on if its terminal is closed: a run is measured to its end, and its files are whole. The programs that it
     * starts then ignore the signal, too. By name, as the compiler warns of the JDK's only class for signals.
     */
    public static void outlive() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance("HUP"),
                            handler.getField("SIG_IGN").get(null));
        } catch (ReflectiveOperationException e) {
            // a system without the signal, or a JVM without the class: the program ends with its terminal, and keeps
            // what it has
        }
    }

    /** Whether a write to standard output has failed. */
    public boolean hasLostOutput() {
        boolean hasLostText = out.checkError();
        boolean hasLostOwn = ownOut.checkError();
        return hasLostText || hasLostOwn;
    }

    /** Whether standard output is read on a terminal, and in no file and no other program; false if unknown. */
    public static boolean isRead() {
        return isTerminal(STANDARD_OUTPUT);
    }

    /** Whether standard error is shown on a terminal that can move the cursor; false if unknown. */
    static boolean isInteractive() {
        return isShown() && !DUMB.equals(System.getenv("TERM"));
    }

    /** Whether standard error is shown on a terminal of any kind; false if unknown. */
    public static boolean isShown() {
        return isTerminal(STANDARD_ERROR);
    }

    /** Whether standard input is typed on a terminal, which echoes it; false if unknown. */
    public static boolean isTyped() {
        return isTerminal(STANDARD_INPUT);
    }

    /** Prints a file's path to standard error, as a link if the terminal is known to have them. */
    public void printLink(String text, Path file) {
        String shown = TextOutput.shown(file.toString());
        ownErr.println(text
                + (hasLinks(System.getenv())
                        ? "\033]8;;%s\033\\%s\033]8;;\033\\".formatted(file.toUri(), shown)
                        : shown));
    }

    /** Whether the environment names a terminal on this machine that has links; others may show the escape sequence. */
    static boolean hasLinks(Map<String, String> environment) {
        return !environment.containsKey("SSH_CONNECTION")
                && !DUMB.equals(environment.get("TERM"))
                && (LINKING_VARIABLES.stream().anyMatch(environment::containsKey)
                        || LINKING_PROGRAMS.contains(environment.getOrDefault("TERM_PROGRAM", ""))
                        || LINKING_TYPES.contains(environment.getOrDefault("TERM", "")));
    }

    private static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Turns any text into a message of one line. User input and file names may be very long and contain line ends and
     * control characters, for example from a shell's {@code $(…)}.
     */
    public static final class MessageLine {
        /** Longer than every message about an argument of usual length. */
        private static final int MAX_LENGTH = 1_000;

        /** Length of a long message's beginning, which names the argument. */
        private static final int BEGINNING = 300;

        /** Length of a long message's end, which names what is allowed. */
        private static final int END = 600;

        private MessageLine() {}

        public static String of(String text) {
            String line = text.replaceAll("\\R|\\p{Cc}", " ");
            return line.length() <= MAX_LENGTH
                    ? line
                    : line.substring(0, BEGINNING) + " … " + line.substring(line.length() - END);
        }
    }

    /**
     * UTF-8 text that is safe for a terminal. Control characters, and characters that reverse the order of others, become
     * replacement characters: names of directories and contents of records may come from strangers.
     */
    static final class TextOutput extends FilterOutputStream {
        /** Characters to replace; line ends and tabs are kept. */
        private static final Pattern NOT_SHOWN =
                Pattern.compile("\r(?!\n)|[\\p{Cc}&&[^\t\n\r]]|[\u202A-\u202E\u2066-\u2069]");

        private static final String REPLACEMENT = "\uFFFD";

        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);

        /** The first bytes of a character whose other bytes have not been written yet. */
        private ByteBuffer begun = ByteBuffer.allocate(0);

        TextOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer encoded = ByteBuffer.allocate(begun.remaining() + length)
                    .put(begun)
                    .put(bytes, offset, length)
                    .flip();
            CharBuffer text = CharBuffer.allocate(encoded.remaining());
            decoder.decode(encoded, text, false);
            begun = encoded;
            out.write(shown(text.flip()).getBytes(StandardCharsets.UTF_8));
        }

        /** Returns the text with replacement characters for all characters that are not shown. */
        static String shown(CharSequence text) {
            return NOT_SHOWN.matcher(text).replaceAll(REPLACEMENT);
        }
    }

    /**
     * Size of the terminal that this program was started in, from the command {@code stty}. The JDK does not know it. A
     * library that opens the terminal would take over its settings and signals: Ctrl-C would then end the JVM before its
     * results are written.
     */
    public static final class TerminalSize {
        /** Size if it is unknown, as on a serial line. */
        private static final int USUAL_ROWS = 24;

        private static final int USUAL_COLUMNS = 80;

        /** Nothing can be read in fewer. */
        private static final int LEAST_COLUMNS = 20;

        private static final Duration PATIENCE = Duration.ofSeconds(2);
        private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d+) (\\d+)\\s*");

        private int rows = USUAL_ROWS;
        private int columns = USUAL_COLUMNS;

        /** The size at present. */
        public static TerminalSize asked() {
            TerminalSize size = new TerminalSize();
            size.ask();
            return size;
        }

        int rows() {
            return rows;
        }

        public int columns() {
            return columns;
        }

        /**
         * Asks for the size. This starts a process and takes some milliseconds, so it must not run during a measurement.
         */
        void ask() {
            try {
                Process stty = new ProcessBuilder(
                                "sh", "-c", "stty size <&2 2>/dev/null || exec stty size 2>/dev/null </dev/tty")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                stty.getOutputStream().close();
                if (!stty.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    stty.destroyForcibly();
                    return;
                }
                Matcher size = ROWS_AND_COLUMNS.matcher(
                        new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
                if (size.matches()) {
                    rows = known(size.group(1), rows);
                    columns = Math.max(LEAST_COLUMNS, known(size.group(2), columns));
                }
            } catch (IOException e) {
                // if the command is missing or cannot be started, the size does not change
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the run will see it
            }
        }

        /** Zero means unknown. */
        private static int known(String number, int otherwise) {
            return number.equals("0") ? otherwise : Integer.parseInt(number);
        }
    }
}
