package org.ipcbench.run;

import java.util.List;
import java.util.Set;
import org.ipcbench.transport.Transport;

/** Some transports carry their messages over the peers' standard output, so the JVM itself must not write there. */
final class StandardOutputRule {
    private static final String LOG = "-Xlog";
    private static final Set<String> SILENT = Set.of("disable", "async");
    private static final Set<String> STANDARD_OUTPUT = Set.of("", "stdout", "#0");

    private StandardOutputRule() {}

    /**
     * Refuses an argument that makes a JVM write between the messages.
     *
     * @throws IllegalArgumentException if there is one
     */
    static void requireUnused(Transport transport, List<String> jvmArguments) {
        if (!transport.traits().ownsStandardStreams()) {
            return;
        }
        jvmArguments.stream().filter(StandardOutputRule::writes).findFirst().ifPresent(argument -> {
            throw new IllegalArgumentException(
                    "'%s': writes to standard output, which carries the messages of %s; log to stderr or a file, such as -Xlog:gc:stderr, or leave out %s"
                            .formatted(argument, transport.id(), transport.id()));
        });
    }

    private static boolean writes(String argument) {
        if (argument.startsWith("-verbose") || argument.equals("--show-version")) {
            return true;
        }
        if (!argument.equals(LOG) && !argument.startsWith(LOG + ":")) {
            return false;
        }
        String[] parts = argument.split(":", -1);
        boolean silent = parts.length == 2 && SILENT.contains(parts[1]);
        return !silent && STANDARD_OUTPUT.contains(parts.length > 2 ? parts[2] : "");
    }
}
