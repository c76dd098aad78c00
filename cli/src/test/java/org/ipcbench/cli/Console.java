package org.ipcbench.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.transport.TransportRegistry;

/**
 * What one call of the program wrote, and its exit code.
 *
 * @param exitCode what the shell would see
 * @param out lines of standard output
 * @param err lines of standard error
 */
public record Console(int exitCode, List<String> out, List<String> err) {

    /** Calls the program with the transports of the class path. */
    public static Console of(String... arguments) {
        return call(terminal -> Main.run(terminal, arguments));
    }

    /** Calls the program with other transports. */
    public static Console of(TransportRegistry registry, String... arguments) {
        return call(terminal ->
                Main.commandLine(new CliContext(terminal, registry, "")).execute(arguments));
    }

    /** Calls the program with {@code --dry-run} behind the arguments. */
    public static Console dry(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--dry-run";
        return of(all);
    }

    /** Calls the program where standard output cannot be written. */
    static Console full(String... arguments) {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int unused) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        return call(terminal -> Main.run(terminal, arguments), full, new ByteArrayOutputStream());
    }

    private static Console call(ToIntFunction<Terminal> program) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        return call(program, written, written);
    }

    private static Console call(ToIntFunction<Terminal> program, OutputStream out, ByteArrayOutputStream written) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = program.applyAsInt(new Terminal(InputStream.nullInputStream(), out, err));
        return new Console(exitCode, lines(written), lines(err));
    }

    private static List<String> lines(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
