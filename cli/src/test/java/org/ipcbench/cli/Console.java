package org.ipcbench.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.ipcbench.transport.TransportRegistry;

/**
 * What one call of the program wrote, and its exit code.
 *
 * @param exitCode what the shell would see
 * @param out lines of standard output
 * @param err lines of standard error
 */
record Console(int exitCode, List<String> out, List<String> err) {

    /** Calls the program with the transports of the class path. */
    static Console of(String... arguments) {
        return call(terminal -> Main.run(terminal, arguments));
    }

    /** Calls the program with other transports. */
    static Console of(TransportRegistry registry, String... arguments) {
        return call(terminal -> Main.commandLine(new RunOptions.Dependencies(terminal, registry, ""))
                .execute(arguments));
    }

    /** Calls the program with {@code --dry-run} behind the arguments. */
    static Console dry(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--dry-run";
        return of(all);
    }

    private static Console call(ToIntFunction<Terminal> program) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = program.applyAsInt(new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new Console(exitCode, lines(out), lines(err));
    }

    private static List<String> lines(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
