package org.ipcbench.jmh;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.resource.Grants;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** JMH's own command line, with the transports of this machine filled in. */
public final class Main {
    private static final int ALL_MEASURED = 0;
    private static final int SOMETHING_FAILED = 1;
    private static final int BAD_USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // files, paths and addresses have ASCII digits
        System.exit(run(arguments));
    }

    private static int run(String... arguments) throws IOException {
        TransportRegistry registry = TransportRegistry.load();
        try {
            CommandLineOptions options = new CommandLineOptions(arguments);
            if (asksWhatThereIs(options)) {
                org.openjdk.jmh.Main.main(withTransports(arguments, options, registry));
                return ALL_MEASURED;
            }
            ScratchDirectory.removeLeftOvers(registry.all(), System.err::println);
            return measure(options, registry);
        } catch (CommandLineOptionException | NoSuchElementException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return BAD_USAGE;
        } catch (RunnerException e) {
            System.err.println(describe(e));
            return SOMETHING_FAILED;
        }
    }

    private static int measure(CommandLineOptions options, TransportRegistry registry)
            throws IOException, RunnerException {
        List<String> failures;
        if (options.getOutput().hasValue()) {
            try (PrintStream out = new PrintStream(options.getOutput().get(), StandardCharsets.UTF_8)) {
                failures = new JmhRun(options, registry, out, System.err).perform();
            }
        } else {
            failures = new JmhRun(options, registry, System.out, System.err).perform();
        }
        failures.forEach(failure -> System.err.println("failed: " + failure));
        return failures.isEmpty() ? ALL_MEASURED : SOMETHING_FAILED;
    }

    private static boolean asksWhatThereIs(CommandLineOptions options) {
        return options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats();
    }

    private static String[] withTransports(String[] arguments, CommandLineOptions options, TransportRegistry registry) {
        if (options.getParameter(JmhRun.TRANSPORT).hasValue()) {
            return arguments;
        }
        Grants grants = new Grants();
        Stream<String> available = registry.group(TransportRegistry.ALL).stream()
                .filter(transport -> !(grants.to(transport) instanceof Unavailable))
                .map(Transport::id);
        return Stream.concat(Arrays.stream(arguments), available.flatMap(id -> Stream.of("-p", "transport=" + id)))
                .toArray(String[]::new);
    }

    private static String describe(Throwable problem) {
        StringBuilder text = new StringBuilder(String.valueOf(problem.getMessage()));
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            text.append(", because of ").append(cause);
        }
        return text.toString();
    }
}
