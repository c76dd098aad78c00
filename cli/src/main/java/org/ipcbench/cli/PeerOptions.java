package org.ipcbench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.ipcbench.launch.Jvm;
import org.ipcbench.launch.PeerMemory;
import org.ipcbench.launch.PeerSettings;
import picocli.CommandLine.Option;

/** Options of every command that starts peers. */
final class PeerOptions {
    static final String JVM = "--jvm";

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "400ms",
            converter = Converters.Time.class,
            description =
                    "Longest warm-up of an iteration; load then rehearses its schedule for as long at most (default:"
                            + " ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = Converters.Timeout.class,
            description = "Time without progress after which an iteration fails (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ZERO;

    @Option(
            names = JVM,
            paramLabel = "JAVA_HOME",
            converter = Converters.JavaHome.class,
            description = "Java home or java command of the peers, 17 or later (default: the JVM of this program).")
    Jvm jvm = Jvm.current();

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            converter = Converters.Words.class,
            arity = "1",
            description = "JVM arguments for the peers, quoted: --jvm-args=\"-Xint -Xlog:gc:stderr\" (default: none).")
    List<String> jvmArguments = List.of();

    @Option(
            names = "--locale",
            paramLabel = "de|en",
            converter = Converters.Language.class,
            completionCandidates = Converters.Language.class,
            description = "Language of summaries, advice and menu (default: the system's).")
    Locale locale = Locale.getDefault(Locale.Category.FORMAT);

    @Option(names = Plugins.OPTION, paramLabel = "JAR", description = Plugins.DESCRIPTION)
    List<Path> plugins = List.of();

    /** Addresses that every peer reserves; 0 where the user tells its JVM something, which may be how much. */
    long leastAddressBytes() {
        return jvmArguments.isEmpty() ? PeerMemory.LEAST_ADDRESS_BYTES : 0;
    }

    PeerSettings settings(CliContext context) {
        return new PeerSettings(jvm, jvmArguments, context.classPath(), timeout).observedBy(context.observer());
    }
}
