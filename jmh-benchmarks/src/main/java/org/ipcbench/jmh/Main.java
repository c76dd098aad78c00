package org.ipcbench.jmh;

import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;
import org.ipcbench.transport.TransportRegistry;

/** JMH's own command line, with the transports of this machine filled in. */
public final class Main {
    private static final int BAD_USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        List<String> completed;
        try {
            completed =
                    new TransportParameter(TransportRegistry.load(), System.err::println).complete(List.of(arguments));
        } catch (NoSuchElementException | IllegalArgumentException e) {
            System.err.println("-p transport: " + e.getMessage());
            System.exit(BAD_USAGE);
            return;
        }
        org.openjdk.jmh.Main.main(completed.toArray(String[]::new));
    }
}
